import { expect, test } from 'vitest';
import { type Feature, featureToggles, FEATURES, flagOf, modulesOf } from './featureToggles';
import { blackboardModule } from './blackboard/module';
import { knowledgeModule } from './knowledge/module';

const { id: BLACKBOARD } = blackboardModule;
const { id: KNOWLEDGE } = knowledgeModule;

test('says of operations on many that they are on where a module with them is', () => {
  expect(featureToggles(module => module === BLACKBOARD)).toMatchObject({
    enableBlackboard: true,
    enableStigmergy: false,
    enableBulk: true,
  });
  expect(featureToggles(module => module === KNOWLEDGE)).toMatchObject({
    enableKnowledge: true,
    enableAssist: false,
    enableBulk: false,
  });
});

test('spells a toggle for the command line as people do', () => {
  const flag = (toggle: Feature['toggle']): string => flagOf({ toggle, modules: [] });
  expect(
    ['enableMcpIntrospection' as const, 'enableBT' as const, 'enableReactiveScheduler' as const].map(flag),
  ).toEqual(['enable-mcp-introspection', 'enable-bt', 'enable-reactive-scheduler']);
});

test('switches nothing on beside what was asked for', () => {
  const asked = (...toggles: string[]) =>
    modulesOf(FEATURES.filter(({ toggle }) => toggles.includes(toggle)));
  expect(asked('enableStigmergy', 'enableBulk')).toEqual(['stigmergy']);
  expect(asked('enableKnowledge')).toEqual(['knowledge']);
  expect(asked('enableResources', 'enableEventsBus')).toEqual(['resources']);
});
