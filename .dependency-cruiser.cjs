/** The import rules of the architecture (docs/architecture.md). */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle hides which file owns an idea. Move what both need into a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'services-do-not-import-each-other',
      comment: 'Services meet over gRPC only. Share through packages/ or proto/.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-know-no-program',
      comment: 'A package serves several programs; it cannot know one of them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '/test/|\\.test\\.ts$' },
      to: { path: '^(services|programs|tools)/' },
    },
    {
      name: 'programs-do-not-import-services',
      comment: 'Programs start services or call them over gRPC and HTTP.',
      severity: 'error',
      from: { path: '^(programs|tools)/' },
      to: { path: '^services/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ imports no transport and no driver; pass data in and out.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/', pathNot: '\\.test\\.ts$' },
      to: {
        path: [
          'node_modules/(express|pg|pg-copy-streams|ioredis|@grpc|prom-client|pino)/',
          '^services/[^/]+/src/(http|rpc|storage)/',
        ],
      },
    },
    {
      name: 'e2e-is-black-box',
      comment: 'End-to-end tests know the system by its commands and its HTTP interface only.',
      severity: 'error',
      from: { path: '^tools/e2e/' },
      to: { path: '^services/' },
    },
    {
      name: 'contract-imports-nothing',
      comment: 'Browsers, programs and services read the contract: it knows neither Node nor any package.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/contract/src/' },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Production files must not import tests or the testing package.',
      severity: 'error',
      from: { path: '^(services|packages|programs)/[^/]+/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '\\.test\\.ts$|^tools/testing/|/test/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import resolves to nothing.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|generated)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['require', 'node', 'default'] },
  },
};
