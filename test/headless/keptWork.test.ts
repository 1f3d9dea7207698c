import { expect, test } from 'vitest';
import { topic } from './flow';
import { begun, ended, lines, scene, Shell } from './repositories';

/** What a person has begun and not committed. */
const uncommitted = (shell: Shell): void => {
  shell.edit('a.txt');
  shell.write('draft.txt', lines('draft'));
};

/** The account of a task that does this with work that was there before it. */
async function told(before: (shell: Shell) => void, task: (shell: Shell) => void) {
  const { agent, shell } = await scene(before);
  const id = await begun(agent);
  task(shell);
  const { text, structured, own } = await ended(agent, id);
  const { lost } = structured['attribution'] as { readonly lost?: readonly string[] };
  return { text, own, lost, status: structured['status'], shell };
}

test.each<[string, string, (shell: Shell) => void]>([
  ['all of it', 'stash@{0}', shell => shell.git('stash', '--quiet', '--include-untracked')],
  [
    'all of it, staged',
    'stash@{0}',
    shell => {
      shell.git('add', '--all');
      shell.git('stash', '--quiet');
    },
  ],
  [
    'all of it, before another stash',
    'stash@{1}',
    shell => {
      shell.git('stash', '--quiet', '--include-untracked');
      shell.edit('b.txt');
      shell.git('stash', '--quiet');
    },
  ],
  [
    'all of it, after the task went on in it',
    'stash@{0}',
    shell => {
      shell.edit('a.txt', 7);
      shell.git('stash', '--quiet', '--include-untracked');
    },
  ],
  [
    'all of it, and goes to another branch',
    'stash@{0}',
    shell => {
      shell.git('stash', '--quiet', '--include-untracked');
      shell.git('switch', '--quiet', 'topic');
    },
  ],
])('says in which stash the uncommitted work is when the task stashes %s', async (_name, stash, task) => {
  const { text, own, lost, status } = await told(shell => {
    topic(shell);
    uncommitted(shell);
  }, task);
  expect(text).toContain(
    `Uncommitted work from before the task is not lost, it is in ${stash}. Tell the user, ` +
      `who can bring it back with "git stash apply ${stash}": a.txt, draft.txt.`,
  );
  expect(text).not.toContain('was lost');
  expect([own, lost, status]).toEqual([['deleted draft.txt', 'modified a.txt'], undefined, 'success']);
});

test('says that the uncommitted work is lost when the stash that had it is dropped', async () => {
  const { text, lost, status } = await told(uncommitted, shell => {
    shell.git('stash', '--quiet', '--include-untracked');
    shell.git('stash', 'drop', '--quiet');
  });
  expect(text).toContain('Work from before the task was lost: a.txt, draft.txt. Tell the user.');
  expect([lost, status]).toEqual([['a.txt', 'draft.txt'], 'awaiting_review']);
});

test('says that only what the stash does not have is lost', async () => {
  const { text } = await told(uncommitted, shell => {
    shell.git('stash', '--quiet');
    shell.remove('draft.txt');
  });
  expect(text).toContain('Work from before the task was lost: draft.txt. Tell the user.');
  expect(text).toContain('is in stash@{0}');
  expect(text).toContain('"git stash apply stash@{0}": a.txt.');
});

test('says in which commit and on which branch the uncommitted work is that the task left there', async () => {
  const { text, shell } = await told(uncommitted, task => {
    task.git('switch', '--quiet', '--create', 'aside');
    task.commit('Work in progress');
    task.edit('a.txt', 8);
    task.commit('More');
    task.git('switch', '--quiet', 'main');
  });
  const commit = shell.git('rev-parse', '--short=7', 'aside~1').trim();
  expect(text).toContain(
    `Uncommitted work from before the task is not lost, it is in commit ${commit} "Work in progress" on aside. ` +
      'Tell the user: a.txt, draft.txt.',
  );
});

test.each<[string, (shell: Shell) => void]>([
  ['a forced checkout', shell => shell.git('checkout', '--quiet', '--force', 'topic')],
  ['a hard reset to another branch', shell => shell.git('reset', '--quiet', '--hard', 'topic')],
])('says that uncommitted work is lost when %s writes over it', async (_name, task) => {
  const { text, status } = await told(shell => {
    topic(shell);
    shell.edit('b.txt', 1);
  }, task);
  expect(text).toContain('Work from before the task was lost: b.txt. Tell the user.');
  expect(status).toBe('awaiting_review');
});

/** Another branch that changes what a person has begun to change. */
const edited = (shell: Shell): void => {
  shell.branch('topic', () => shell.edit('a.txt', 5));
  shell.git('tag', 'v1', 'topic');
  shell.git('branch', '--quiet', '--move', 'topic', 'other');
  shell.edit('a.txt');
};

test.each<[string, (shell: Shell) => void]>([
  ['a branch', shell => shell.git('checkout', '--quiet', 'other', '--', 'a.txt')],
  ['a tag', shell => shell.git('restore', '--source', 'v1', 'a.txt')],
  [
    'a commit of before',
    shell => {
      shell.edit('b.txt');
      shell.git('commit', '--quiet', '--message', 'Other', 'b.txt');
      shell.git('checkout', '--quiet', 'HEAD~2', '--', 'a.txt');
    },
  ],
])('says that uncommitted work is lost in a file that is fetched from %s', async (_name, task) => {
  const { text, own, status, lost } = await told(shell => {
    shell.edit('a.txt', 9);
    shell.commit('Mine');
    edited(shell);
  }, task);
  expect(own).toContain('modified a.txt');
  expect(text).toContain('Work from before the task was lost: a.txt. Tell the user.');
  expect([status, lost]).toEqual(['awaiting_review', ['a.txt']]);
});

test.each<[string, (shell: Shell) => void]>([
  ['edits the file', shell => shell.edit('a.txt', 5, 'otherwise')],
  ['does by hand what the branch did as well', shell => shell.edit('a.txt', 5)],
  [
    'stashes it before it fetches the file',
    shell => {
      shell.git('stash', '--quiet');
      shell.git('checkout', '--quiet', 'other', '--', 'a.txt');
    },
  ],
])('does not say that uncommitted work is lost when the task %s', async (_name, task) => {
  const { text, status } = await told(edited, task);
  expect([text.includes('was lost'), status]).toEqual([false, 'success']);
});

test('says in which commit of another worktree the uncommitted work is that the task moved there', async () => {
  const { text, status } = await told(uncommitted, shell => {
    shell.git('worktree', 'add', '--quiet', '-b', 'aside', '../tree');
    shell.git('stash', '--quiet', '--include-untracked');
    const there = new Shell(shell.path('../tree'));
    there.git('stash', 'pop', '--quiet');
    there.commit('Moved');
  });
  expect(text).toMatch(/it is in commit [0-9a-f]{7} "Moved" on aside. Tell the user: a.txt, draft.txt./);
  expect(status).toBe('success');
});

test('says in which worktree of the workspace the uncommitted work is that the task moved there', async () => {
  const { text, lost, status } = await told(
    shell => {
      shell.write('.gitignore', 'tree/\n');
      shell.commit('Ignore');
      shell.git('worktree', 'add', '--quiet', '-b', 'aside', 'tree');
      uncommitted(shell);
    },
    shell => {
      shell.git('stash', '--quiet', '--include-untracked');
      const there = new Shell(shell.path('tree'));
      there.edit('a.txt', 8);
      there.git('commit', '--quiet', '--all', '--message', 'Other');
      there.git('stash', 'pop', '--quiet');
    },
  );
  expect(text).toContain('is not lost, it is in the worktree "tree". Tell the user: a.txt, draft.txt.');
  expect([lost, status]).toEqual([undefined, 'success']);
});

test('says in which patch the uncommitted work is that the task saved before it took it away', async () => {
  const { text, lost, status, shell } = await told(
    repository => {
      repository.write('other.txt', 'other\n');
      repository.commit('Other');
      repository.edit('a.txt');
      repository.edit('src/core.ts');
      repository.write('other.txt', 'mine\n');
    },
    task => {
      task.write('save.patch', task.git('diff', '--', 'a.txt', 'src'));
      task.git('checkout', '--quiet', '.');
    },
  );
  expect(text).toContain(
    'is not lost, it is in save.patch. Tell the user, who can bring it back with "git apply save.patch": a.txt, src/core.ts.',
  );
  expect(text).toContain('Work from before the task was lost: other.txt. Tell the user.');
  expect([lost, status]).toEqual([['other.txt'], 'awaiting_review']);
  shell.git('apply', 'save.patch');
  expect(shell.read('a.txt')).toContain('edited 2');
});

test('says in which copy the uncommitted work is, and nothing of a file that was only moved', async () => {
  const { text, lost } = await told(uncommitted, shell => {
    shell.write('kept/a.txt', shell.read('a.txt'));
    shell.git('checkout', '--quiet', '.');
    shell.move('draft.txt', 'moved.txt');
  });
  expect(text).toContain('is not lost, it is in kept/a.txt. Tell the user: a.txt.');
  expect([text.includes('it is in moved.txt'), lost]).toEqual([false, undefined]);
});

const stashed = (shell: Shell): void => {
  uncommitted(shell);
  shell.git('stash', '--quiet', '--include-untracked', '--message', 'mine');
};

test('says that a stash of the user is gone when the task drops it, and how it comes back', async () => {
  const { text, status, shell } = await told(stashed, task => {
    task.git('stash', 'clear');
    task.edit('b.txt');
  });
  const store = /"git stash store ([0-9a-f]+)"/.exec(text)?.[1] ?? '';
  expect(text).toContain('A stash from before the task is gone: "On main: mine".');
  expect(status).toBe('awaiting_review');
  shell.git('stash', 'store', store);
  shell.git('stash', 'pop', '--quiet');
  expect(shell.read('draft.txt')).toBe(lines('draft'));
});

test.each<[string, (shell: Shell) => void]>([
  ['applies', () => undefined],
  ['applies, and goes on in,', shell => ['a.txt', 'draft.txt'].forEach(name => shell.edit(name, 7))],
  ['applies, and stashes again,', shell => shell.git('stash', '--quiet', '--include-untracked')],
  [
    'commits on a branch that it leaves',
    shell => {
      shell.git('switch', '--quiet', '--create', 'aside');
      shell.commit('Mine');
      shell.git('switch', '--quiet', 'main');
    },
  ],
])('does not say that a stash of the user is gone that the task %s', async (_name, then) => {
  const { text, status } = await told(stashed, task => {
    task.git('stash', 'pop', '--quiet');
    then(task);
  });
  expect([text.includes('is gone'), status]).toEqual([false, 'success']);
});

test.each<[string, string, (shell: Shell) => void]>([
  ['into an ignored folder', 'scratch/draft.txt', shell => shell.move('draft.txt', 'scratch/draft.txt')],
  ['to an ignored name', 'draft.log', shell => shell.move('draft.txt', 'draft.log')],
])('work that a task moves %s is not lost', async (_what, place, task) => {
  const { text, lost } = await told(shell => {
    shell.write('.gitignore', 'scratch/\n*.log\n');
    shell.git('add', '.gitignore');
    shell.git('commit', '--quiet', '--message=rules');
    shell.write('scratch/other.txt', lines('other'));
    uncommitted(shell);
  }, task);
  expect(lost).toBeUndefined();
  expect(text).toContain(`is not lost, it is in ${place}. Tell the user: draft.txt.`);
});

test('work that a task deletes is lost, also where an ignored file is as long', async () => {
  const { lost } = await told(
    shell => {
      shell.write('.gitignore', 'scratch/\n');
      shell.git('add', '.gitignore');
      shell.git('commit', '--quiet', '--message=rules');
      shell.write('scratch/other.txt', lines('drafs'));
      uncommitted(shell);
    },
    shell => shell.remove('draft.txt'),
  );
  expect(lost).toEqual(['draft.txt']);
});
