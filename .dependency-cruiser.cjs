/** The floors of the house: a room imports only rooms below it. Adapters may import the types of any room. */
const above = {
  base: 'policy|mel|store|models|host|telemetry|experience|learning|loops|run|cli|mcp|http|hooks|install|praxis',
  policy: 'mel|store|models|host|telemetry|experience|learning|loops|run|cli|mcp|http|hooks|install|praxis',
  mel: 'policy|store|models|host|telemetry|experience|learning|loops|run|cli|mcp|http|hooks|install|praxis',
  telemetry: 'store|models|host|experience|learning|loops|run|cli|mcp|http|hooks|install|praxis',
  experience: 'store|models|host|learning|loops|run|cli|mcp|http|hooks|install|praxis',
  learning: 'store|models|host|loops|run|cli|mcp|http|hooks|install|praxis',
  loops: 'store|models|host|run|cli|mcp|http|hooks|install|praxis',
  run: 'store|models|host|loops|cli|mcp|http|hooks|install|praxis',
  hooks: 'store|learning|run|praxis|cli|mcp|http|install',
  praxis: 'cli|mcp|http|install',
};
const floors = Object.entries(above).map(([room, names]) => ({
  name: `floor-${room}`,
  severity: 'error',
  from: { path: `^src/${room}(/|\\.ts$)`, pathNot: '\\.test\\.ts$' },
  to: { path: `^src/(${names})(/|\\.ts$)` },
}));
module.exports = {
  forbidden: [
    ...floors,
    {
      name: 'adapters-import-types-only',
      comment:
        'store, models and host implement interfaces of the rooms; they may import their types, never their values',
      severity: 'error',
      from: { path: '^src/(store|models|host)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/(policy|mel|telemetry|experience|learning|loops|run|cli|mcp|http|hooks|install|praxis)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-rooms-are-browser-safe',
      severity: 'error',
      from: { path: '^src/(base|mel|policy)/', pathNot: '(\\.test\\.ts$|^src/policy/file-store/|^src/mel/lsp/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans-in-rooms',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.test\\.ts$' },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.mjs', '.js'], conditionNames: ['import', 'types', 'default'] },
  },
};
