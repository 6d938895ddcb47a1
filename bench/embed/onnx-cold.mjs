// A whole process with one text, as a program on that runtime would be: arguments are the runtime, the file, the tokens.
import { onnxSession } from './onnx-session.mjs';

const [runtime, path, tokens] = process.argv.slice(2);
const encode = await onnxSession(runtime, path);
process.stdout.write(JSON.stringify(Array.from(await encode(JSON.parse(tokens)))));
