import { describeWith } from '@heliograph/testing';
import Ajv from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { containersOf, ofKind, podsOf } from './support/manifests';
import { CHART, REPOSITORY } from './support/paths';
import { render, type Values } from './support/render';

interface Release {
  name: string;
  chartPath: string;
  valuesFiles: string[];
  setValues?: Record<string, unknown>;
  setValueTemplates: Record<string, string>;
}

interface Pipeline {
  build?: {
    artifacts?: {
      image: string;
      context?: string;
      docker: { dockerfile: string; target: string; buildArgs?: Record<string, string> };
      sync?: { manual: { src: string; dest: string }[] };
    }[];
  };
  deploy?: {
    kubectl?: object;
    helm?: { releases: Release[]; hooks?: { after: { host: { command: string[] } }[] } };
  };
  manifests?: { kustomize: { paths: string[] } };
  portForward?: { resourceType: string; resourceName: string; port: number; localPort: number }[];
}

interface Config extends Pipeline {
  metadata: { name: string };
  requires?: { path: string }[];
  profiles?: (Pipeline & { name: string; activation?: object[]; patches?: { op: string; path: string }[] })[];
}

const schema = JSON.parse(readFileSync(join(__dirname, 'fixtures/skaffold-v4beta13.json'), 'utf8')) as object;
const isSkaffold = new Ajv({ strict: false, allErrors: true }).compile(schema);

const read = (file: string) =>
  parseAllDocuments(readFileSync(join(REPOSITORY, file), 'utf8')).map(
    (document) => document.toJS() as Config,
  );
const files = ['skaffold.yaml', 'k8s/skaffold.yaml'];
const [main] = read('skaffold.yaml') as [Config];
const [infrastructure] = read('k8s/skaffold.yaml') as [Config];

const profileOf = (name: string) => main.profiles!.find((profile) => profile.name === name)!;
const releases = [main, ...main.profiles!].flatMap(({ deploy }) => deploy?.helm?.releases ?? []);
const images = main.build!.artifacts!.map(({ image }) => image);
const templateVariable = (image: string) => `{{.IMAGE_FULLY_QUALIFIED_${image.replace(/[/-]/g, '_')}}}`;

/** Renders a release as after a build, with a reference for each image. */
async function renderRelease({ name, valuesFiles, setValues = {}, setValueTemplates }: Release) {
  const values: Values = {};
  const built = Object.entries(setValueTemplates).map(([path, template]) => {
    const image = images.find((one) => templateVariable(one) === template);
    return [path, image && `registry.example.com:5000/${image}:0123abc@sha256:${'0a'.repeat(32)}`];
  });
  for (const [path, value] of [...Object.entries(setValues), ...built] as [string, unknown][]) {
    const parents = path.split('.');
    const last = parents.pop()!;
    let under = values;
    for (const parent of parents) under = (under[parent] ??= {}) as Values;
    under[last] = value;
  }
  const file = valuesFiles[0] === '{{.VALUES}}' ? 'production' : 'development';
  return render({ name: 'skaffold', file, values }, { release: name });
}

describe('skaffold', () => {
  it.each(files)("%s matches skaffold's schema", (file) => {
    for (const config of read(file)) {
      isSkaffold(config);
      expect(isSkaffold.errors ?? []).toEqual([]);
    }
  });

  it('has a schema that rejects misspellings', () => {
    expect(isSkaffold({ ...main, portForwards: [] })).toBe(false);
    expect(isSkaffold({ ...main, build: { artefacts: [] } })).toBe(false);
  });

  it('builds every program that the chart deploys from a single Dockerfile', () => {
    const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
    const stages = [...dockerfile.matchAll(/^FROM .* AS ([\w-]+)$/gim)].map(([, name]) => name);
    for (const { image, context, docker } of main.build!.artifacts!) {
      expect([context, docker.dockerfile]).toEqual([undefined, 'Dockerfile']);
      expect(image).toBe(`heliograph/${docker.target}`);
      expect(stages).toContain(docker.target);
    }
    expect(images.map((image) => image.replace('heliograph/', '')).sort()).toEqual([
      ...[
        'admin',
        'company',
        'dashboard',
        'embedding',
        'gateway',
        'identity',
        'indexer',
        'ledger',
        'metering',
        'notifier',
        'search',
      ],
    ]);
  });

  it('runs each program from its sources in development, and copies them in when they change', () => {
    const { artifacts } = profileOf('dev').build!;
    expect(artifacts!.map(({ image }) => image)).toEqual(images);
    const dockerfile = readFileSync(join(REPOSITORY, 'Dockerfile'), 'utf8');
    const [stage] = /^FROM build AS development\n(.+\n)+/m.exec(dockerfile)!;
    // tar runs as the image's user, and writes to the sources' directory.
    expect(stage).toMatch(/RUN chown -R 65532:65532 packages programs services tools\nUSER 65532:65532\n/);
    for (const { image, docker, sync } of artifacts!) {
      const program = image.replace('heliograph/', '');
      expect(docker).toEqual({
        dockerfile: 'Dockerfile',
        target: 'development',
        buildArgs: { PROGRAM: program },
      });
      expect(sync!.manual.map(({ src }) => src)).toEqual([
        'packages/*/src/**/*.ts',
        'programs/*/src/**/*.ts',
        'services/*/src/**/*.ts',
      ]);
      for (const { dest } of sync!.manual) expect(dockerfile).toContain(`WORKDIR ${dest}\n`);
      const directory = program === 'admin' ? 'programs/admin' : `services/${program}`;
      expect(existsSync(join(REPOSITORY, directory, 'src/main.ts'))).toBe(true);
    }
    const [release] = profileOf('dev').deploy!.helm!.releases;
    expect(release!.setValues).toEqual({ readOnlyRootFilesystem: false });
  });

  it('deploys only the chart and k8s/', () => {
    expect(releases.map(({ chartPath }) => join(REPOSITORY, chartPath))).toEqual(releases.map(() => CHART));
    for (const { valuesFiles } of releases) {
      for (const file of valuesFiles.filter((name) => !name.includes('{{'))) {
        expect([file, existsSync(join(REPOSITORY, file))]).toEqual([file, true]);
      }
    }
    expect(main.manifests).toBeUndefined();
    expect(main.requires).toEqual([{ path: 'k8s/skaffold.yaml' }]);
    const [path] = infrastructure.manifests!.kustomize.paths;
    expect(existsSync(join(REPOSITORY, dirname('k8s/skaffold.yaml'), path!, 'kustomization.yaml'))).toBe(
      true,
    );
    expect(infrastructure.deploy).toHaveProperty('kubectl');
  });

  it('has the profiles dev, ci, and prod; prod omits what is provided from outside', () => {
    expect(main.profiles!.map(({ name }) => name)).toEqual(['dev', 'ci', 'prod']);
    expect(profileOf('dev').activation).toEqual([{ command: 'dev' }]);
    const removed = profileOf('prod')
      .patches!.filter(({ op }) => op === 'remove')
      .map(({ path }) => path);
    expect(removed).toEqual(['/requires', '/portForward']);
    for (const { patches = [] } of main.profiles!) {
      for (const { path } of patches) expect(Object.keys(main)).toContain(path.slice(1));
    }
    expect(profileOf('prod').deploy!.helm!.releases[0]!.valuesFiles).toEqual(['{{.VALUES}}']);
  });

  describeWith('helm', 'with the chart', () => {
    it('gives each program its built image, including hooks', async () => {
      expect(releases).toHaveLength(4);
      for (const release of releases) {
        const used = new Set<string>();
        for (const { spec } of podsOf(await renderRelease(release))) {
          for (const { image } of containersOf(spec)) {
            const [, name] =
              /^registry\.example\.com:5000\/(heliograph\/[a-z]+):0123abc@sha256:/.exec(image) ?? [];
            expect([image, images]).toEqual([image, expect.arrayContaining([name])]);
            used.add(name!);
          }
        }
        expect([...used].sort()).toEqual([...images].sort());
      }
    });

    it('forwards ports of existing Services', async () => {
      const services = ofKind(await renderRelease(main.deploy!.helm!.releases[0]!), 'Service');
      expect(main.portForward!.map(({ localPort }) => localPort)).toEqual([8080, 8081]);
      for (const { resourceType, resourceName, port } of main.portForward!) {
        expect(resourceType).toBe('service');
        const service = services.find(({ metadata }) => metadata.name === resourceName);
        const { ports } = service!.spec as { ports: { port: number }[] };
        expect(ports.map((one) => one.port)).toContain(port);
      }
    });

    it('tests a pipeline’s installation, whose catalog is empty', async () => {
      const { releases: ofPipeline, hooks } = profileOf('ci').deploy!.helm!;
      const release = ofPipeline[0]!;
      expect(hooks!.after[0]!.host.command.slice(0, 3)).toEqual(['helm', 'test', release.name]);
      const test = podsOf(await renderRelease(release)).find(({ manifest }) => manifest.kind === 'Pod');
      expect(test!.spec.containers[0]!.args).toContain('--allow-empty');
    });
  });
});
