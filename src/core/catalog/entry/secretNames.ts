const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API[-_]?KEY|ACCESS[-_]?KEY|PRIVATE[-_]?KEY|AUTHORIZATION|COOKIE|CONNECTION[-_]?STRING|(?:^|[-_])(?:KEY|PAT|DSN|PASS)$|[-_]PWD$/i;

/** Whether a variable, header or query parameter of this name usually holds a secret, whatever its configuration says. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
