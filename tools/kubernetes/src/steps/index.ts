import { charges, importStep, infrastructure, install, smokeTest } from './install';
import { deletedDatabase, deletedPods, drain, lostNode, undisturbed } from './losses';
import { policies } from './network';
import { autoscaling, badUpgrade, reconciliation, rollback, rollingUpgrade } from './rollouts';
import type { Step } from './step';
import { uninstall } from './uninstall';

/** In order of execution. */
export const STEPS: readonly Step[] = [
  infrastructure,
  install,
  importStep,
  smokeTest,
  charges,
  undisturbed,
  rollingUpgrade,
  policies,
  rollback,
  badUpgrade,
  deletedPods,
  deletedDatabase,
  drain,
  lostNode,
  autoscaling,
  reconciliation,
  uninstall,
];
