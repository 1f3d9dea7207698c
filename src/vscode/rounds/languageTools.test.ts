import { beforeEach, expect, test } from 'vitest';
import {
  LanguageModelDataPart,
  languageModels,
  LanguageModelTextPart,
} from '../../../test/support/fakeModels';
import { noSignal } from '../../../test/support/testCore';
import { languageTools } from './languageTools';

beforeEach(() => {
  languageModels.tools = [{ name: 'build', description: 'Builds' }];
});

test("a tool of VS Code's is known by its name, also where it has no schema", () => {
  expect(languageTools.find('build')).toEqual({
    name: 'build',
    description: 'Builds',
    parameters: { type: 'object', properties: {} },
  });
  expect(languageTools.find('none')).toBeUndefined();
});

test('its result is text; what is none is named', async () => {
  const seen: unknown[] = [];
  languageModels.invoke = async (name, { input }) => {
    seen.push([name, input]);
    const image = new LanguageModelDataPart(new Uint8Array(), 'image/png');
    return { content: [new LanguageModelTextPart('Built.'), image, { tsx: true }] };
  };
  expect(await languageTools.run('build', { fast: true }, noSignal())).toEqual({
    content: [{ type: 'text', text: 'Built.' }, { type: 'data', mimeType: 'image/png' }, { type: 'content' }],
  });
  expect(seen).toEqual([['build', { fast: true }]]);
});

test('what fails is a result; what is cancelled is left', async () => {
  languageModels.invoke = () => Promise.reject(new Error('No compiler.'));
  expect(await languageTools.run('build', {}, noSignal())).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'No compiler.' }],
  });
  languageModels.invoke = () => new Promise(() => undefined);
  const abort = new AbortController();
  const running = languageTools.run('build', {}, abort.signal);
  abort.abort(new Error('Enough'));
  await expect(running).rejects.toThrow('Enough');
});
