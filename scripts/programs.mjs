// Generates sections, between "# made: NAME" and "# end", from charts/heliograph/programs.yaml in files that cannot
// read it. With --check, writes nothing and fails if a file is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './lib/workspace.mjs';

const list = Object.entries(parse(readFileSync(join(root, 'charts/heliograph/programs.yaml'), 'utf8')));
const inCluster = list.filter(([, { isLocal }]) => !isLocal);
const names = inCluster.map(([name]) => name);

/** The last stage of a program's image. */
function stage([name, { description, isCommand, port = 50051, environment = {}, heapMegabytes }]) {
  const heap = heapMegabytes === undefined ? [] : [`--initial-old-space-size=${heapMegabytes}`];
  const command = ['node', ...heap, `${isCommand ? 'programs' : 'services'}/${name}/dist/main.js`];
  return [
    `FROM runtime AS ${name}`,
    `LABEL org.opencontainers.image.title=heliograph-${name} \\`,
    `      org.opencontainers.image.description="${description}"`,
    ...Object.entries(environment).map(([variable, value]) => `ENV ${variable}=${value}`),
    `COPY --from=trees /repository/trees/${name}/ ./`,
    ...(isCommand ? [] : [`EXPOSE ${port} 9464`]),
    `ENTRYPOINT [${command.map((part) => JSON.stringify(part)).join(', ')}]`,
  ].join('\n');
}

/** An image that runs from its sources; the first one defines the file sync for all. */
function developed(name, index) {
  const docker = `{ dockerfile: Dockerfile, target: development, buildArgs: { PROGRAM: ${name} } }`;
  const sync = [
    'sync: &sync',
    '  manual:',
    "    - { src: 'packages/*/src/**/*.ts', dest: /repository }",
    "    - { src: 'programs/*/src/**/*.ts', dest: /repository }",
    "    - { src: 'services/*/src/**/*.ts', dest: /repository }",
  ];
  const lines = [`docker: ${docker}`, ...(index === 0 ? sync : ['sync: *sync'])];
  return [`- image: heliograph/${name}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

const made = {
  Dockerfile: { targets: list.map(stage).join('\n\n') },
  'skaffold.yaml': {
    artifacts: names
      .map((name) => `- image: heliograph/${name}\n  docker: { dockerfile: Dockerfile, target: ${name} }`)
      .join('\n'),
    references: [
      'setValueTemplates: &images',
      ...names.map((name) => `  image.references.${name}: '{{.IMAGE_FULLY_QUALIFIED_heliograph_${name}}}'`),
    ].join('\n'),
    development: names.map(developed).join('\n'),
  },
  'charts/heliograph/files/prometheus/alerts.yaml': {
    services: inCluster
      .filter(([, { isCommand }]) => !isCommand)
      .map(([name]) => `absent(up{job="heliograph", service="${name}"})`)
      .join('\nor '),
  },
};

for (const [file, parts] of Object.entries(made)) {
  const text = readFileSync(join(root, file), 'utf8');
  const missing = new Set(Object.keys(parts));
  const current = text.replace(/^( *)# made: (\w+)\n[^]*?^ *# end$/gm, (_, indent, part) => {
    missing.delete(part);
    return `# made: ${part}\n${parts[part]}\n# end`.replace(/^(?=.)/gm, indent);
  });
  if (missing.size > 0) throw new Error(`${file} has no place for ${[...missing].join(', ')}`);
  if (current === text) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${file} is out of date. Run:\nnode scripts/programs.mjs\n`);
    process.exitCode = 1;
  } else writeFileSync(join(root, file), current);
}
