// Reads Kubernetes objects as a JSON array from standard input, and prints their issues as a JSON array of texts. A
// separate program, because the schemas are ES modules, which Jest cannot load as such.
import { text } from 'node:stream/consumers';
import { Watched } from './watched.mjs';

/** The packages with the schemas of API groups. */
const packages = [
  [/^keda\.sh\//, '@kubernetes-models/keda'],
  [/^gateway\.networking\.k8s\.io\//, '@kubernetes-models/gateway-api'],
  [/^monitoring\.coreos\.com\//, '@kubernetes-models/prometheus-operator'],
  [/^external-secrets\.io\//, '@kubernetes-models/external-secrets'],
];

const issues = [];
for (const manifest of JSON.parse(await text(process.stdin))) issues.push(...(await issuesOf(manifest)));
process.stdout.write(JSON.stringify(issues));

async function issuesOf(manifest) {
  const { kind, metadata } = manifest;
  const known = asKnown(manifest);
  const { apiVersion } = known;
  const name = `${kind} ${metadata?.name}`;
  const modelPackage = packages.find(([group]) => group.test(apiVersion))?.[1] ?? 'kubernetes-models';
  let Model;
  try {
    ({ [kind]: Model } = await import(`${modelPackage}/${apiVersion}/${kind}`));
  } catch {
    return [`${name}: there is no schema of ${manifest.apiVersion} ${kind}`];
  }
  // Some find the schema through the prototype.
  const watched = new Watched(Object.setPrototypeOf(known, Model.prototype));
  try {
    watched.proxy.validate();
  } catch (error) {
    return [`${name}: ${error.message}`];
  }
  return watched.neverLookedAt().map((path) => `${name}: ${path} is unknown`);
}

/** The object without what is newer than the packages' last versions for Node 20, in favor of what has the same schema. */
function asKnown(manifest) {
  const { apiVersion, kind, spec } = manifest;
  if (apiVersion === 'external-secrets.io/v1')
    return { ...manifest, apiVersion: 'external-secrets.io/v1beta1' };
  if (kind === 'TriggerAuthentication' && spec?.configMapTargetRef) {
    const { configMapTargetRef, secretTargetRef = [], ...rest } = spec;
    return { ...manifest, spec: { ...rest, secretTargetRef: [...secretTargetRef, ...configMapTargetRef] } };
  }
  return { ...manifest };
}
