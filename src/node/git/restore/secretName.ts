/** Files that commonly hold keys: environment files, keys and certificates, and what programs keep credentials in. */
const SECRET =
  /^(?:\.env(?:\.(?!example|sample|template|dist)[\w.-]+)?|\.(?:netrc|npmrc|pypirc|pgpass|git-credentials)|id_(?:rsa|dsa|ecdsa|ed25519)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?)$/i;

/**
 * Whether a file of this name is likely to hold secrets. No snapshot knows who could read a file that is gone, since Git keeps the
 * executable bit alone; such a file comes back for its owner alone.
 */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}
