/*
 * Commands that no harmless tool asks an agent to run: what is fetched and run at once, a shell handed to somebody else, what
 * destroys a disk or a database, rights for everybody. In plain words (`plainWords`), each gap bounded.
 */
const PAYLOADS: readonly RegExp[] = [
  // Fetched and run at once.
  /\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b[^|;&]{0,160}\| ?(?:sudo )?(?:\w+ )?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby|node|php)\b/,
  /\b(?:curl|wget)\b[^|;]{0,160}(?:&&|;) ?(?:chmod|sh |bash |\.\/|\/tmp\/)/,
  /\b(?:bash|sh|zsh) (?:-c )?["'(<$]{0,3}\(? ?(?:curl|wget)\b/,
  /\beval[ ("']{1,3}\$\((?:curl|wget)/,
  /\b(?:iex|invoke-expression)\b.{0,60}(?:iwr|downloadstring|http|new-object)/,
  /\bpowershell(?:\.exe)?\b.{0,60}(?:-e(?:nc|ncodedcommand)?\b ?[a-z0-9+/=]{16,}|-w(?:indowstyle)? hidden|bypass)/,
  /\b(?:python3?|perl|ruby|node|php) -[ce] .{0,80}(?:socket|exec\(|eval\(|urlopen|child_process|system\()/,
  /\bbase64 (?:-d|--decode|-di)\b.{0,30}\| ?(?:ba|z)?sh\b/,
  /\bcurl\b[^|;]{0,160}\$\(\w/,
  // Into a database, and out of a folder.
  /'\s?or ?'?1'?\s?=\s?'?1|\bunion (?:all )?select\b.{0,80}\bfrom\b.{0,40}--|\bunion (?:all )?select [\w, ]{0,60}?(?:token|passw|secret|credential|api_?key|hash)\w*\b.{0,40}\bfrom\b|(?:\.\.\/){3}(?:etc|root|proc|home|windows)\b/,
  /<script\b[^>]{0,80}>[^<]{0,80}\b(?:alert|fetch|eval|document|window)\b/,
  /\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b/,
  /\bjavascript: ?(?:void|alert|document|window|eval|fetch)\b/,
  /\b(?:through|via|into|to) \| ?(?:ba|z)?sh\b|\b(?:run|execute) curl https?:.{0,80}\b(?:after|before) (?:each|every)\b/,
  // A shell for somebody else.
  /\/dev\/(?:tcp|udp)\/|\b(?:nc|ncat|netcat)\b.{0,20} -[a-z]*e\b|\| ?(?:nc|ncat|netcat) [\w.-]{3,80} \d{2,5}\b|\bmkfifo\b.{0,60}\b(?:nc|sh)\b|\bsocat\b.{0,60}exec:/,
  // What destroys.
  /\brm (?:-\w+ |--[\w-]+ ){1,3}(?:--no-preserve-root )?(?:\/(?:\s|$|\*|['"`;&|)])|~|\$home|\/\*|\/(?:home|etc|var|usr|root)\b)/,
  /\bdd if=\/dev\/(?:zero|u?random) of=\/dev\/|\bmkfs(?:\.\w+)? \/dev\/|:\(\) ?\{ ?: ?\| ?: ?& ?\} ?;/,
  /\b(?:format|del) (?:\/\w+ )*c:|\bremove-item\b.{0,30}-recurse\b.{0,30}-force\b/,
  /(?:['"]|\b\d+ ?=? ?\d*) ?; ?(?:drop|truncate|delete from|alter|update)\b.{0,60}(?:--|;)/,
  /\b(?:drop (?:table|database|schema)|truncate (?:table )?\w+|delete from \w+ ?(?:;|$)).{0,80}(?:;|--|cascade)/,
  /\bcertutil\b.{0,40}-urlcache|\bmshta\b.{0,10}http|\bbitsadmin\b.{0,20}\/transfer|\breg add\b.{0,80}\\run\b|=cmd\||\brundll32\b/,
  /\bnsenter\b|--privileged\b.{0,120}(?:hostpid|\bsh\b|chroot)|\bsetenforce 0\b|\biptables -f\b|\buseradd\b.{0,40}-u 0\b/,
  /require\(['"]child_process|\.constructor\(['"]|__import__\(['"](?:os|subprocess|socket|base64|threading)\b|\b(?:exec|eval)\(.{0,60}b64decode\(|\bexecsync\(|\bos\.system\(/,
  // Rights for everybody, and what comes back by itself.
  /\bchmod (?:-\w+ )?(?:0?777|\+s|u\+s|4755|a\+rwx)\b.{0,20}(?:\/|~)|\bnopasswd ?: ?all\b|\/etc\/sudoers\b/,
  />> ?~?\S{0,20}(?:\.bashrc|\.zshrc|\.profile|authorized_keys)|\b(?:add|ajout\w*|append|anad\w*|schreib\w*|insert)\b.{0,60}\b(?:authorized_keys|\.bashrc|\.zshrc|crontab)\b/,
  /(?:\*\/?\d* ){2,}.{0,10}\b(?:curl|wget|nc|bash)\b/,
  // What prints keys, to be handed over.
  /\b(?:output|results?|sortie|resultat|ausgabe|ergebnis|salida|resultado) (?:of|de|du|von|der|del)(?: the| la| le| der)?(?: command| commande| befehls?| comando)? ?.{0,4}(?:gpg\b.{0,20}export-secret|security (?:find|dump)-|secret-tool|pass show|aws configure|kubectl get secret|(?:print)?env\b(?! file)|gh auth token|gcloud auth|git credential|cat (?:~|\/etc|\$home)|type %)/,
  /\bgit (?:push|config)\b.{0,60}(?:--mirror|core\.(?:hookspath|fsmonitor|sshcommand))|\bnpm config set registry\b/,
];

/** Words of which each of them has one. */
const COMMAND =
  /javascript:|\| ?(?:ba|z)?sh|169\.254|metadata\.google|' ?or|union|\.\.\/|<script|curl|wget|iwr|iex|invoke|powershell|python|perl|ruby|node|php|base64|b64decode|\/dev\/|\bnc\b|ncat|netcat|mkfifo|socat|\brm |mkfs|:\(\)|format |\bdel |remove-item|drop |truncate|delete from|alter|update|chmod|sudoers|nopasswd|authorized_keys|bashrc|zshrc|\.profile|crontab|\bgit |npm |certutil|mshta|bitsadmin|reg add|=cmd|rundll|nsenter|privileged|setenforce|iptables|useradd|gpg|security |secret-tool|pass show|aws configure|kubectl|env\b|gh auth|gcloud|cat |type %|child_process|constructor|__import__|execsync|os\.system/;

/** Whether the text has such a command in it. */
export function hasPayload(plain: string): boolean {
  return COMMAND.test(plain) && PAYLOADS.some(payload => payload.test(plain));
}

/** Rights beyond all need, as what a call has to carry. */
export const NEEDS_ALL_RIGHTS =
  /\b(?:required|must|mandatory|always|compliance|default)\b.{0,80}(?:\bprivileged ?[:=]? ?'?true\b|--privileged\b|administratoraccess\b|\bcluster-admin\b|\bhost (?:access|network|pid)\b|0\.0\.0\.0\/0)|--privileged\b.{0,60}(?:-v|--volume|mount) ?=?\/:|-v \/:\/\w+/;
