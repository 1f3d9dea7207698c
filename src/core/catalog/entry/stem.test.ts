import { expect, test } from 'vitest';
import { stem } from './stem';

test.each([
  ['deploy', 'deploys', 'deploying', 'deployed', 'deployment', 'deployments', 'deployer', 'deploye'],
  ['payment', 'payments', 'paying', 'payer', 'paiement', 'paiements'],
  ['monitor', 'monitoring', 'moniteur'],
  ['translate', 'translation', 'translating', 'translator'],
  ['automate', 'automation', 'automatic', 'automatique', 'automatiser'],
  ['securite', 'security', 'secure', 'securiser'],
  ['query', 'queries'],
  ['facture', 'factures', 'facturation', 'facturer'],
  ['render', 'rendering', 'renderings'],
  ['error', 'errors', 'erreur', 'erreurs'],
])('gives the forms of %s one stem', (...forms) => {
  expect(new Set(forms.map(stem)).size).toBe(1);
});

test.each([
  ['document', 'documentation'],
  ['container', 'contains'],
  ['page', 'pager'],
  ['process', 'proc'],
  ['status', 'statut'],
])('keeps %s and %s apart', (one, other) => {
  expect(stem(one)).not.toBe(stem(other));
});

test.each(['', 'a', 'ios', '3d', 'utf8', 'es', '部署', 'развернуть', '__proto__', 'constructor'])(
  'leaves something of %j',
  word => {
    expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length));
  },
);
