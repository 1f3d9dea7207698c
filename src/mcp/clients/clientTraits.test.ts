import { expect, test } from 'vitest';
import { clientTraits } from './clientTraits';

test.each(['claude-code', 'opencode', 'kilo', 'Kilo Code', '@cline/core', 'Cline', 'qwen-cli-mcp-client-x'])(
  'gives %s, whose model pays for text and structure, the complete text alone',
  name => {
    expect(clientTraits(name)).toMatchObject({ isTextAlone: true });
  },
);

test.each(['', 'my-program', 'inspector', 'incline'])(
  'takes "%s" for a program that reads structure',
  name => {
    expect(clientTraits(name)).toMatchObject({ isTextAlone: false, defersTools: false });
  },
);
