import { beforeEach, expect, test } from 'vitest';
import { AROUND } from '../../../test/support/aroundExplorer';
import { commandWorld } from '../../../test/support/commandWorld';
import { editor } from '../../../test/support/fakeEditor';
import {
  fakeModel,
  LanguageModelError,
  languageModels,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
} from '../../../test/support/fakeModels';
import { plainWording, textOfPicture } from '../../../test/support/pictureText';
import { settle } from '../../../test/support/testCore';
import { pictureOf } from '../explorer/pictureOf';
import { roundText } from '../words/roundText';

beforeEach(() => {
  languageModels.models = [];
});

/** A window with a model that gives these answers. */
async function world(...answers: readonly (readonly unknown[])[]) {
  const { model, sent } = fakeModel('m', ...answers);
  languageModels.models = [model];
  const commands = await commandWorld();
  const { rounds, core } = commands;
  const drawn = () =>
    textOfPicture(
      pictureOf(core, 'sessions', '', { ...AROUND, rounds: rounds.book.all() }, plainWording),
    ).slice(-600);
  const page = () => rounds.book.all().map(round => roundText(round, plainWording))[0] ?? '';
  return { ...commands, sent, drawn, page };
}

const said = (text: string) => new LanguageModelTextPart(text);
const called = (id: string, name: string, input: object = {}) =>
  new LanguageModelToolCallPart(id, name, input);

test('without a model or a round, each command says what to do', async () => {
  const { run, texts } = await world();
  languageModels.models = [];
  for (const command of ['runRound', 'openRound', 'stopRound']) await run(command);
  expect(texts()).toEqual([
    'VS Code has no language model yet.',
    'No LLM rounds yet. Start one with "Run LLM Round…".',
    'No LLM rounds are running.',
  ]);
  expect(editor.said[0]?.buttons).toEqual(['Manage Language Models']);
});

test('a person picks a model and servers, is asked about a call, and reads all of it', async () => {
  const { run, drawn, page, texts } = await world(
    [said('I look.'), called('a', 'read', { text: 'x\u202ey' })],
    [called('b', 'write'), called('c', 'none')],
    [said('Done.\nAll of it.')],
  );
  await run('runRound', undefined, 'm', ['files'], 'Go on', 'Run Once', 'Run Once');
  expect(editor.asked.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'pick: Run LLM Round (1/3)',
    'pick: Run LLM Round (2/3)',
    'input: Run LLM Round (3/3)',
    expect.stringContaining('modal: Run the tool "read" of the MCP server "files"?'),
    expect.stringContaining('modal: Run the tool "write" of the MCP server "files"?'),
  ]);
  expect(editor.opened.at(-1)).toMatch(/^switchyard-round:\/LLM Round\.log\?round_/);
  expect(texts()).toEqual([]);
  expect(drawn()).toMatchInlineSnapshot(`
    "v layers LLM Rounds
        pass fake/m · done · 3 tool calls · ~439 tokens · 12:00 [openTask]"
  `);
  expect(page()).toMatchInlineSnapshot(`
    "fake/m · done · 2026-01-01 12:00
    Duration: 0 ms · ~439 tokens
    MCP servers: files

    User
      Go on

    Model
      I look.

    Tool call: read · files · done
      {"text":"x\\u{202e}y"}

    Result of read
      read

    Tool call: write · files · done
      {}

    Tool call: none · failed
      {}

    Result of write
      write

    Result of none
      There is no tool "none".

    Model
      Done.
      All of it.
    "
  `);
});

test('a call that the person declines is told to the model; one allowed for the round is not asked about again', async () => {
  const { run, sent } = await world(
    [called('a', 'write')],
    [called('b', 'write')],
    [called('c', 'write')],
    [said('Well.')],
  );
  await run('runRound', undefined, 'm', ['files'], 'Go on', undefined, 'Allow in This Round');
  expect(editor.asked.filter(({ kind }) => kind === 'modal')).toHaveLength(2);
  expect(JSON.stringify(sent[1]?.messages)).toContain('Tool call rejected by the user');
  expect(JSON.stringify(sent[3]?.messages)).not.toMatch(/rejected.*rejected/);
});

test('a model that fails is told in the row, the page, and a message; its prompt stands in none of them', async () => {
  const { run, texts, drawn } = await world([LanguageModelError.Blocked('quota of PROMPT-SECRET')]);
  await run('runRound', undefined, 'm', [], 'PROMPT-SECRET');
  expect(texts()).toEqual([expect.stringContaining('its quota is used up')]);
  expect(drawn()).toMatch(/error fake\/m · failed/);
  expect([...texts(), drawn()].join()).not.toContain('PROMPT-SECRET');
});

test('a round is stopped from its row, and leaving it changes nothing', async () => {
  const { run, rounds, core, texts, drawn } = await world([said('Hm'), new Promise(() => undefined)]);
  const running = run('runRound', undefined, 'm', [], 'Go on');
  await settle();
  await expect.poll(() => rounds.book.all()[0]?.saying).toBe('Hm');
  expect(drawn()).toMatch(/loading fake\/m · running .*\[stopRound\]/);
  const [round] = rounds.book.all();
  await run('stopRound', { round: round?.id });
  await running;
  expect(rounds.book.all()).toMatchObject([{ state: 'cancelled' }]);
  expect(core.operations.running()).toEqual([]);
  expect(texts()).toEqual([]);
  await run('stopRound', { round: round?.id });
  expect(texts()).toEqual(['No LLM rounds are running.']);
});

test('the address and the token are copied in the names of the guide', async () => {
  const { run, texts } = await world();
  await run('copyRoundEndpoint');
  expect(editor.clipboard).toBe('URL=http://127.0.0.1:7\nTOKEN=TOKEN\n');
  expect(texts().join()).not.toContain('TOKEN');
});
