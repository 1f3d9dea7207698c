/** Commands that install something, or change another tool, and start no server; as the beginning of a line, words apart by one space. */
const SETUPS: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun) (?:-\S+ )*(?:i|install|add|ci|update|upgrade|link|global add)(?= |$)/,
  /^(?:npm|pnpm|yarn|bun) (?:-\S+ )*(?:run )?(?:build|compile|prepare|test|lint|link)(?= |$)/,
  /^(?:go|cargo|dotnet|mvn|gradle|\.\/mvnw|\.\/gradlew|docker compose) (?:-\S+ )*(?:build|mod|restore|publish|package|clean|up)(?= |$)/,
  /^(?:pip\d*|pipx|gem|cargo|go|brew|apt|apt-get|dnf|yum|apk|winget|choco|scoop|composer|conda) (?:-\S+ )*(?:install|get|add|require|global require)(?= |$)/,
  /^(?:python[\d.]*|py) -m (?:pip|venv)(?= |$)/,
  /^uv (?:tool install|pip install|add|sync|venv)(?= |$)/,
  /^(?:dotnet tool|docker mcp (?:server|client|catalog)|code|cursor|windsurf) (?:\S+ )?(?:install|--install-extension|enable|connect)(?= |$)/,
  /^(?:docker|podman) (?:pull|build|login|compose build)(?= |$)/,
  /^(?:git|gh|curl|wget|mkdir|cp|mv|chmod|source|sudo|open|make|cd|touch|nano|vim|cat|echo)(?= |$)/,
  // Plug-ins, extensions and skills of other tools, and installers of servers.
  /^\/(?:plugin|mcp|install|add)(?= |$)/,
  /^\S+ (?:extensions?|plugins?|skills?|marketplace) (?:\S+ )?(?:install|add)(?= |$)/,
  /^(?:fast)?mcp install(?= |$)/,
  /^(?:npx|bunx|pnpx|uvx|pnpm dlx|yarn dlx|bun x)(?: -\S+)* (?:@smithery\/cli|mcp-get|install-mcp|skills|@mcp-get\/\S+)(?:@\S+)? (?!run\b)/,
  /^(?:npx|bunx|pnpx|uvx|pnpm dlx|yarn dlx|bun x)(?: -\S+)* \S+ (?:install|setup|init|configure|uninstall|login|logout|auth)(?: |$)/,
];

/** Whether a command prepares something and starts no server: as a server, it would do so again at each start. */
export function isSetup(words: readonly string[]): boolean {
  const line = words.join(' ');
  return SETUPS.some(setup => setup.test(line));
}
