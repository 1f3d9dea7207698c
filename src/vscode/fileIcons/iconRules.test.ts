import { expect, test } from 'vitest';
import { fontRule, iconRule } from './iconRules';

test('files of several names have one rule', () => {
  const icon = { glyph: '\u{E099}', font: 'seti', size: '19.5px', color: '#519aba' };
  expect(iconRule(['lamps.ts', 'signal box.ts'], icon, undefined)).toBe(
    String.raw`.icon:is([data-file="lamps.ts"],[data-file="signal\20 box.ts"])::before{content:"\e099 ";font-family:"file-icons-seti";font-size:19.5px;color:#519aba}
`,
  );
  expect(fontRule('seti', 'data:font/woff;base64,AA==')).toBe(
    '@font-face{font-family:"file-icons-seti";src:url("data:font/woff;base64,AA==")}\n',
  );
});

test('a picture stands where the letter was', () => {
  expect(iconRule(['a.ts'], { path: 'a.svg' }, 'data:image/svg+xml;base64,AA==')).toContain(
    'background:url("data:image/svg+xml;base64,AA==")',
  );
});

test('no name of a file and no text of a theme leaves its place in a rule', () => {
  const evil = '"]){}*{display:none}\n\\';
  const icon = { glyph: evil, font: evil, color: 'red;background:url(//example.org)' };
  const rule = iconRule([evil], icon, undefined);
  const strings = rule.replaceAll(/"[^"\n]*"/g, '""');
  expect(strings).toBe('.icon:is([data-file=""])::before{content:"";font-family:""}\n');
});
