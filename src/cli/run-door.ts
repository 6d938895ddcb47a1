export type {
  DemoRequest,
  DemoResult,
  PreviewedCandidate,
  ResumeChoice,
  RunDoor,
  RunPreview,
  RunRequest,
  RunWatch,
  TaskSource,
} from '../praxis/door.ts';
