const SECRET_NAME =
  /TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|API[-_]?KEY|ACCESS[-_]?KEY|PRIVATE[-_]?KEY|AUTHORIZATION|COOKIE|CONNECTION[-_]?STRING|PASSCODE|MNEMONIC|(?:^|[-_])(?:KEY|PAT|DSN|PASS|BEARER|JWT)$|[-_]PWD$/i;

/** Whether a variable, header or query parameter of this name usually holds a secret, whatever its configuration says. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a secret of this name may be blank: databases on people's own machines often ask for no password. */
export function mayBeBlank(name: string): boolean {
  return /(?:PASS|PASSWORD|PASSWD|PWD)$/i.test(name);
}
