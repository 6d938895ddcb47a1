import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type BuiltModule, buildModule } from '../../../src/mel/build-module.ts';
import { compile } from '../../../src/mel/compile.ts';
import { ROOT } from '../support.ts';
import type { Report } from './page.ts';
import type { Session } from './session.ts';

/** Bundles the built `praxis/mel`, the sessions and a module of each domain into one script for a page. */
export async function bundlePage(sessions: readonly Session[]): Promise<string> {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.praxis-page-'));
  try {
    const imports = sessions.map((session, n) => {
      writeFileSync(join(folder, `domain-${n}.mjs`), builtFrom(session).module);
      return `import { domain as domain${n} } from './domain-${n}.mjs';`;
    });
    writeFileSync(
      join(folder, 'entry.mjs'),
      `import { compile, createRuntime } from ${JSON.stringify(join(ROOT, 'dist', 'mel.mjs'))};
import { reportFrom } from ${JSON.stringify(join(ROOT, 'test', 'e2e', 'browser', 'page.ts'))};
${imports.join('\n')}
const modules = [${sessions.map((_, n) => `domain${n}`).join(', ')}];
reportFrom({ compile, createRuntime }, ${JSON.stringify(sessions)}, modules);
`,
    );
    return await bundled(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function builtFrom({ name, source }: Session): BuiltModule {
  const { schema } = compile(source);
  if (schema === null) throw new Error(`${name} does not compile`);
  return buildModule(schema);
}

async function bundled(folder: string): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    build: {
      outDir: join(folder, 'out'),
      lib: { entry: join(folder, 'entry.mjs'), formats: ['es'], fileName: () => 'page.js' },
    },
  });
  return readFileSync(join(folder, 'out', 'page.js'), 'utf8');
}

/** A web site on this machine. */
export interface Site {
  readonly url: string;
  close(): void;
}

/** Serves one page with one script, under a content security policy where one is given; hands on what the page sends. */
export async function serve(script: string, policy: string | null, onReport: (report: Report) => void): Promise<Site> {
  const server = createServer((request, response) => {
    const headers = policy === null ? {} : { 'content-security-policy': policy };
    const send = (type: string, body: string) =>
      response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    if (request.url === '/')
      send('text/html', '<!doctype html><title>MEL</title><script type="module" src="/page.js"></script>');
    else if (request.url === '/page.js') send('text/javascript', script);
    else if (request.url === '/report' && request.method === 'POST') {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (data) => {
        text += data;
      });
      request.on('end', () => {
        onReport(JSON.parse(text) as Report);
        response.writeHead(204).end();
      });
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
