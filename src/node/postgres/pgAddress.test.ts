import { expect, test } from 'vitest';
import { Refusal } from '../../core/support/refusal';
import { pgAddress } from './pgAddress';

test('reads what is said, and takes the rest as it is usual', () => {
  expect(pgAddress('postgres://ann@db.example.com/team', 'secret')).toEqual({
    host: 'db.example.com',
    port: 5_432,
    database: 'team',
    user: 'ann',
    password: 'secret',
    tls: { rejectUnauthorized: true },
    shown: 'db.example.com:5432/team',
  });
  expect(pgAddress('postgresql://a%40b:p%3Aw@[::1]:6000/x%20y', undefined)).toMatchObject({
    host: '::1',
    port: 6_000,
    database: 'x y',
    user: 'a@b',
    password: 'p:w',
    tls: false,
    shown: '[::1]:6000/x y',
  });
  expect(pgAddress('postgres://ann@localhost/team?host=/run/postgresql', undefined)).toMatchObject({
    host: '/run/postgresql',
    password: undefined,
    tls: false,
  });
});

test.each([
  ['db.example.com', '', { rejectUnauthorized: true }],
  ['db.example.com', '?sslmode=disable', false],
  ['db.example.com', '?sslmode=require', { rejectUnauthorized: false }],
  ['localhost', '', false],
  ['localhost', '?sslmode=verify-full', { rejectUnauthorized: true }],
])('encrypts and verifies off this machine, where nothing else is said: %s%s', (host, parameters, tls) => {
  expect(pgAddress(`postgres://ann@${host}/team${parameters}`, undefined).tls).toEqual(tls);
});

test.each([
  'mysql://ann:secret@db/team',
  'ann:secret@db/team',
  'postgres://ann:secret@db',
  'postgres://db/team',
  'postgres://ann:secret@db/team/more',
  'postgres://ann:secret@db/team?options=-c%20x',
  'postgres://ann:secret@db/team?sslmode=maybe',
  'postgres://ann:secret@db/team?sslrootcert=/no/such/file',
  'postgres://ann:%zz@db/team',
])('refuses %s, and repeats nothing of it', text => {
  let refusal: unknown;
  try {
    pgAddress(text, undefined);
  } catch (error) {
    refusal = error;
  }
  expect(Refusal.is(refusal, 'bad-arguments')).toBe(true);
  expect(String(refusal)).not.toMatch(/secret|ann|no\/such/);
});
