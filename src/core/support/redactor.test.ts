import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { Redactor } from './redactor';
import { Refusal } from './refusal';

/** A token as services give them, made here so that no scanner takes this file for a leak. */
const token = ['ghp', 'a1B2'.repeat(9)].join('_');

function redactorOf(...secrets: string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

test('masks a secret however it is spelled', () => {
  const odd = `p"a\\ss wörd+${token}`;
  const redactor = redactorOf(odd);
  const spellings = [
    odd,
    JSON.stringify(odd),
    JSON.stringify(JSON.stringify(odd)),
    encodeURIComponent(odd),
    new URLSearchParams({ q: odd }).toString(),
    Buffer.from(odd).toString('base64'),
    Buffer.from(odd).toString('base64url'),
    Buffer.from(`user:${odd}`).toString('base64'),
    Buffer.from(`me:${odd}!`).toString('base64'),
  ];
  for (const spelling of spellings) {
    expect(redactor.text(`before ${spelling} after`)).toMatch(/^before .*•••.* after$/);
    expect(redactor.text(spelling)).not.toContain('a1B2a1B2');
  }
});

test.each([
  ['PHP', String.raw`{"key":"a1B2a1B2a1B2\/x+y&z<w"}`],
  ['Go', String.raw`{"key":"a1B2a1B2a1B2/x+y\u0026z\u003cw"}`],
  ['.NET', String.raw`{"key":"a1B2a1B2a1B2/x\u002By\u0026z\u003Cw"}`],
])('masks a secret as JSON of %s writes it', (_who, said) => {
  expect(redactorOf('a1B2a1B2a1B2/x+y&z<w').text(said)).toBe('{"key":"•••"}');
});

test('knows the password in an address, and leaves one alone that is an ordinary word', () => {
  const redactor = redactorOf('postgres://app:p4ss%2Fw0rdXYZ@db.example/prod', 'mysql://root:password@h/d');
  const said = '{ host: "db.example", password: "p4ss/w0rdXYZ" } p4ss%2Fw0rdXYZ password';
  expect(redactor.text(said)).toBe('{ host: "db.example", password: "•••" } ••• password');
});

test('leaves nothing of a secret where a text was cut before it was masked', () => {
  const redactor = redactorOf(token);
  for (let length = 10; length < token.length; length += 1) {
    expect(redactor.text(`It said ${token.slice(0, length)}… Try again…`)).toBe('It said •••… Try again…');
    expect(redactor.text(`Last output: …${token.slice(-length)} is wrong`)).toBe(
      'Last output: …••• is wrong',
    );
  }
  expect(redactor.text(`x…${token}…y`)).toBe('x…•••…y');
  expect(redactor.text('It begins with ghp_a…, see …B2a1B2 of it')).toBe(
    'It begins with ghp_a…, see …B2a1B2 of it',
  );
});

test('masks a flood of cuts and of beginnings in its stride', () => {
  const long = Array.from({ length: 500 }, (_, i) => `a1B2${i}`).join('');
  const redactor = redactorOf(long, token);
  // Time by the square would be minutes.
  for (const part of ['…', `${long.slice(0, 12)}…`, long.slice(0, 12).repeat(200), `${long.slice(0, 999)}-…`])
    redactor.text(part.repeat(Math.ceil(1_000_000 / part.length)));
});

test('knows a token behind its scheme, and each line of a key', () => {
  const redactor = redactorOf(`Bearer ${token}`, 'FIRST-LINE-OF-KEY\nSECOND-LINE-OF-KEY');
  expect(redactor.text(`${token}, SECOND-LINE-OF-KEY`)).toBe('•••, •••');
});

test('lets short values and other text be', () => {
  const redactor = redactorOf('abc', '12345', '');
  expect(redactor.text('abc 12345')).toBe('abc 12345');
  const value = { a: ['b', { c: 1, d: null }] };
  expect(redactor.deep(value)).toBe(value);
  expect(redactorOf(token).deep(value)).toBe(value);
});

test('masks inside values and refusals, keys included', () => {
  const redactor = redactorOf(token);
  expect(redactor.deep({ [token]: [`x ${token}`, 1, { deep: token }] })).toEqual({
    '•••': ['x •••', 1, { deep: '•••' }],
  });
  const refusal = redactor.error(new Refusal('code', `It said ${token}`, { said: token }));
  expect(refusal).toMatchObject({ code: 'code', message: 'It said •••', details: { said: '•••' } });
  const bug = new Error(token);
  expect(redactor.error(bug)).toBe(bug);
});

test('leaves ordinary words alone in what programs read back', () => {
  const redactor = redactorOf('postgres', token);
  expect(redactor.stored({ path: 'src/postgres/a.ts', note: token })).toEqual({
    path: 'src/postgres/a.ts',
    note: '•••',
  });
});

test('writes a log without secrets', () => {
  const kept = new KeptLog();
  redactorOf(token).log(kept).warn(`It said ${token}`);
  expect(kept.lines).toEqual(['warn It said •••']);
});

test('never lets a secret through, whatever stands around it and whatever else is secret', () => {
  const secret = fc
    .string({ minLength: 6, maxLength: 30, unit: 'grapheme' })
    .filter(text => text.trim().length >= 6);
  fc.assert(
    fc.property(
      fc.array(secret, { minLength: 1, maxLength: 4 }),
      fc.string(),
      fc.string(),
      (secrets, before, after) => {
        const redactor = redactorOf(...secrets);
        for (const one of secrets) {
          const said = redactor.text(before + one + after);
          if (!(before + after).includes(one.trim()) && !one.includes('•'))
            expect(said).not.toContain(one.trim());
        }
      },
    ),
  );
});
