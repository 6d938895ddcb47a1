import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import type { Processes } from '../../run/processes.ts';
import { processStartTime } from '../process-identity.ts';
import { type LaunchOptions, launchGated } from './launch.ts';
import { deleteOutputFiles, readLeftOutput, readOutputFiles } from './output-files.ts';
import { type ActProcesses, endAct, startTicks } from './remains.ts';

/**
 * Child processes whose output files lie in `outputDir`, a folder of one work tree that no other run uses meanwhile.
 *
 * What an act started and left behind is found by its process group, its session, or the mark that it carries in its
 * environment. Not found is what left all three: a daemon with a session and an environment of its own. Without `/proc`
 * only the group is known.
 */
export function createProcesses(options: LaunchOptions): Processes {
  const marks = new Set<string>();
  const markOf = (outputName: string): string => join(options.outputDir, outputName);

  const launch: Processes['launch'] = async (spec, signal) => {
    const mark = markOf(spec.outputName);
    if (marks.has(mark)) {
      throw new PraxisError('INTERNAL', `a process that writes to ${mark} is still running`, {
        hint: 'Give each process output files of its own.',
      });
    }
    marks.add(mark);
    try {
      const gated = await launchGated(spec, mark, signal, options);
      const release = (): boolean => marks.delete(mark);
      gated.ended.then(release, release);
      return gated;
    } catch (error) {
      marks.delete(mark);
      throw error;
    }
  };

  return {
    launch,
    run: async (spec, signal) => {
      const gated = await launch(spec, signal);
      gated.go();
      return gated.ended;
    },
    endGroup: async (group, startTime) => {
      // 0 and 1 would be our own group and every process.
      if (!Number.isSafeInteger(group) || group <= 1) return false;
      const act: ActProcesses = {
        group,
        sinceTicks: startTicks(startTime),
        owns: ownedByLeft(group, startTime),
        isMarked: (mark) => mark.startsWith(join(options.outputDir, '/')) && !marks.has(mark),
      };
      return endAct(act);
    },
    leftOutput: async (outputName) => readOutputFiles(options.outputDir, outputName),
    readLeft: async (outputName, read) => readLeftOutput(options.outputDir, outputName, read),
    discardOutput: async (outputName) => deleteOutputFiles(options.outputDir, outputName),
  };
}

/** Members of a group whose leader was started then. No new process gets the number of a group that has members. */
function ownedByLeft(group: number, startTime: string): ActProcesses['owns'] {
  const startTimeNow = processStartTime(group);
  if (startTimeNow === startTime) return (row) => row.group === group || row.session === group;
  if (startTimeNow !== null) return () => false;
  // Without its leader, a group that leads its session is ours but for the rarest chance.
  return (row) => row.group === group && (row.session === null || row.session === group);
}
