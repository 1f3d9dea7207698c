import { assistModule } from './assist/module';
import { blackboardModule } from './blackboard/module';
import { childrenModule } from './children/module';
import { consensusModule } from './consensus/module';
import { contractNetModule } from './contract-net/module';
import { graphModule } from './graph/module';
import { knowledgeModule } from './knowledge/module';
import { plansModule } from './plans/module';
import { operationsModule } from './operations/module';
import { resourcesModule } from './resources/module';
import { valuesModule } from './values/module';
import { stigmergyModule } from './stigmergy/module';
import type { ModuleManifest } from '../mcp/toolkit/defineModule';

/**
 * Our modules that can be switched on, in the order they are listed. This is the only list of them.
 *
 * How to add a module:
 *
 * 1. Make the folder `src/modules/<id>` with a `module.ts`: its manifest. Give what `defineModule` asks for; what the module
 *    keeps in the journal goes through `durable`, which asks for the fields that each kind of fact tells.
 * 2. Write its domain files beside the manifest, pure as core is, and one file for each tool in `tools/`.
 * 3. Add it to the list below. `npm run rooms` and `npm run docs` write what follows from that.
 * 4. Take in the goldens (`vitest run test/contract -u`) and read what they show: this is what everybody sees of the module.
 */
export const ALL_MODULES: readonly ModuleManifest[] = [
  knowledgeModule,
  assistModule,
  consensusModule,
  resourcesModule,
  operationsModule,
  blackboardModule,
  stigmergyModule,
  graphModule,
  valuesModule,
  contractNetModule,
  childrenModule,
  plansModule,
];
