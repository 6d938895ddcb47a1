import { chatImporter, chatLinesImporter, chatObjectImporter } from './chat.ts';
import { claudeCodeImporter } from './claude-code.ts';
import { claudeCodeStreamImporter } from './claude-code-stream.ts';
import { codexExecImporter } from './codex-exec.ts';
import { codexRolloutImporter } from './codex-rollout.ts';
import { geminiImporter, geminiLinesImporter } from './gemini.ts';
import type { Importer } from './importer.ts';
import { inspectImporter } from './inspect.ts';
import { langfuseImporter } from './langfuse.ts';
import { openHandsImporter } from './openhands.ts';
import { otlpJsonImporter, otlpLinesImporter, spanDumpImporter } from './otel.ts';
import { otlpProtobufImporter } from './otlp-protobuf.ts';
import { sweAgentImporter } from './swe-agent.ts';
import { tauBenchImporter } from './tau-bench.ts';
import { tau2BenchImporter } from './tau2-bench.ts';

/** Every format in every shape, the more particular before the more general. */
export const IMPORTERS: readonly Importer[] = [
  claudeCodeImporter,
  claudeCodeStreamImporter,
  codexRolloutImporter,
  codexExecImporter,
  geminiLinesImporter,
  otlpLinesImporter,
  chatLinesImporter,
  tauBenchImporter,
  tau2BenchImporter,
  sweAgentImporter,
  openHandsImporter,
  inspectImporter,
  geminiImporter,
  langfuseImporter,
  spanDumpImporter,
  otlpJsonImporter,
  otlpProtobufImporter,
  chatObjectImporter,
  chatImporter,
];
