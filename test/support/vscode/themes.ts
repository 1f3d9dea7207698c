/** VS Code's own themes, and the class that a webview's body has in each. */
export const THEMES = [
  ['Default Light Modern', 'vscode-light'],
  ['Default High Contrast', 'vscode-high-contrast'],
  ['Default High Contrast Light', 'vscode-high-contrast-light'],
  ['Default Dark Modern', 'vscode-dark'],
] as const;
