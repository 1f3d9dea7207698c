import { type Phrases, Reading } from './languages';
import { sentencesOf } from './plainWords';

/** Files in which secrets lie. */
export const SECRET_PATH =
  /\.ssh\b|(?:\b|_)id[_ ](?:rsa|ed25519|ecdsa|dsa)\b|\bssh (?:private )?keys?\b|\bcles? ssh\b|\.aws\/(?:credentials|config)|\.(?:aws|gnupg|kube) (?:credentials?|keys?|config)\b|(?:^|[^\w.])\.env(?:\.\w{1,12})?(?![\w/])|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.kube\/config|\.docker\/config|\bmcp\.json\b|claude_desktop_config|\/etc\/(?:passwd|shadow)\b|\bprivate keys?\b|\bcles? privees?\b|\bprivate[nrs]? schlussel\b|\bclaves? privadas?\b|\bwallet\.dat\b|\b(?:seed|recovery|mnemonic) phrase\b|\bphrase (?:de recuperation|secrete|mnemonique)\b|\blogin keychain\b|\btrousseau\b|\.gnupg\b|\bauthorized_keys\b|\b(?:credentials|client_secrets?|service[-_]account)\.json\b|\.config\/gcloud\b|\.(?:bash|zsh)_history\b|\bcookies\.sqlite\b|\blogin data\b|\bpgpass\b|\.tfstate\b|\.tfvars\b|\.kdbx\b|\blogin\.keychain|\/proc\/(?:self|\*|\d+)\/environ\b|私钥/;

/** The option of fetch() that is called so, by its words in the standard: it hands no secret to anybody who asks for it here. */
const FETCH_OPTION =
  /\bwhether to (?:include|send) credentials (?:with|in|on) (?:the |each |every |cross[- ]origin )*requests?\b|\bcredentials:? ["'`(]*(?:include|omit|same-origin)\b(?=[^.;]{0,40}\b(?:omit|same-origin)\b)/g;

/** The text without what is an option of fetch() and looks like a request for secrets. */
export function withoutFetchOption(said: string): string {
  return said.includes('credentials') ? said.replaceAll(FETCH_OPTION, 'credentials mode') : said;
}

/** Other things that are nobody else's business. */
const SECRET_WORDS =
  /\b(?:api keys?|access tokens?|passwords?|(?:aws|gcp|ssh|azure|kube\w*|cloud) (?:credential|secret|key)s? files?|credentials?|environment variables?(?! (?:(?:that )?(?:it|they|(?:the|a|this) \w+) (?:gets?|sees?|inherits?)\b|(?:to|that) (?:(?:be|are) )?(?:pass|set|use|inject|add|defin|appl)\w*)| for (?:the|a|this|its) (?:\w+ )?(?:process|pipeline|build|command|container|server|job|run|function|service|deployment)\b)|home directory (?:configuration )?files|private configuration (?:director(?:y|ies)|files?)|dotfiles|env(?:ironment)? dump|printenv|session cookies?|browser cookies|cookies|auth tokens?|session tokens?|(?:conversation|chat|message|shell|browsing) history|(?:previous|earlier|prior|preceding|all|last|recent) (?:\w+ )?messages|(?:previous|earlier|prior|preceding) (?:exchanges|turns|conversations?)|(?:whole|entire|full|complete|all) (?:prior |previous |current )?(?:conversation(?: context)?|chat|prompt|context)|chat messages|system (?:prompt|message)|messages? of (?:this|the) conversation|(?!(?:page|next|continuation|cursor|sync)_token\b)[a-z]+_(?:token|api_key|secret(?:_access)?(?:_key)?)|(?<!\b(?:in|via|as|through|using) (?:the|an?) )authorization header|everything you know about the user|other tools available|(?:tools? |their )results? they returned|mots de passe|cles? (?:d')?api|jetons? d'acces|cookies|identifiants de connexion|variables? d'environnement|historique (?:complet|integral|du shell|du terminal|de la (?:conversation|discussion)|de navigation|des (?:messages|echanges))|(?:tous les|derniers|precedents) messages|(?:toute|l'integralite de) la conversation|(?:message|consigne|prompt|invite|instructions?) systeme|zugangsdaten|passwort\w*|kennwort\w*|gesprachsverlauf|chatverlauf|nachrichten des gesprachs|umgebungsvariablen|contrasenas|historial (?:de|del)|variables de entorno|credenciales)\b|密码|密钥|凭据|凭证|环境变量|聊天记录|对话历史|系统提示|会话记录/;

/** Private things that only a tool made for them has a use for. */
export const PRIVATE =
  /\b(?:clipboard|presse-papiers|kubeconfig|card numbers?|numero de carte|cvv|cryptogramme|mailbox|postfach\w*|buzon|boite (?:mail|de reception)|bank statements?|releves? bancaires?|kontoausz\w+|carnet d'adresses|repertoire de contacts|(?<!\b(?:displayed|shown|listed|appears?) in (?:the|an?) )address book|long[- ]term memory|(?:your|the (?:assistant|agent|model)'s) (?:own |whole |entire )?memory|(?:ta|votre) memoire|memoire a long terme|before the (?:user's )?first message|avant le premier message|private reasoning|raisonnement prive|(?:your|private|hidden|internal|raw) (?:\w+ )?chain of thought|health records?|dossier medical|medical records?|screenshots? of|captures d'ecran|password manager|gestionnaire de mots de passe|keychain|export-secret-keys|browsing history|said about themselves|social security|donnees personnelles|personal data|persona(?:l|le) daten)\b|身份证|银行卡|剪贴板|通讯录/;

/** Hands something on that the tool has no use for. */
export const PASSING: Phrases = {
  english: [
    /\b(?:includes|places|sends|appends|attaches|copies|forwards|uploads|posts|transmits|embeds|mirrors|leaks)\b.{0,60}\b(?:as|in|into|to|with|via|through|inside|under)\b/,
    /\b(?:include|attach|append|send|forward|upload|copy|exfiltrate|transmit)s? (?:it|them|(?:the|its|their) (?:\w+ )?(?:contents?|keys?|files?|values?))\b/,
    /\bset the .{0,30}\b(?:parameter|field|argument|header)\b.{0,20}\bto\b|\b(?:pass|supply|give)\b.{0,40}\bfrom (?:the )?[~.]/,
    /\b(?:pass|put|prepend|include|place|send|append|attach|provide|add|copy|paste|encode|submit|forward|upload|post|transmit|exfiltrate|write|leak|embed|supply|hand (?:(?:it|them|this|that) )?over)\b.{0,60}\b(?:as|in|into|to|with|via|through|inside|under|at|here|verbatim)\b/,
    /\b(?:passing|putting|including|placing|sending|appending|attaching|adding|copying|pasting|encoding|forwarding|uploading|posting|transmitting|leaking|embedding|echoing)\b.{0,60}\b(?:as|in|into|to|with|via|through|inside|under|at)\b/,
    /\b(?:send|upload|post|forward|transmit|exfiltrate|mail|leak|curl)\b.{0,80}(?:https?:\/\/|\w@\w)/,
    /\b(?:contents?|content|data|value|text) (?:from|of) (?:reading |opening )?.{0,20}(?:\.ssh|id[_ ]rsa|\.env|ssh|private key|passwd|credentials)/,
    /\b(?:must|should|has to|needs to|required to) (?:hold|contain|carry|include)\b/,
    /\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to) be (?:included|placed|copied|attached|appended|populated|filled|written|added|forwarded|embedded)\b|(?<!\b(?:keys?|tokens?|passwords?|credentials?|cookies?) )\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to) be (?:passed|sent|put|provided|supplied)\b|\b(?:populate|fill)(?:d|s)?\b.{0,60}\bwith\b/,
  ],
  french: [
    /\b(?:place|mets|mettre|mettez|ajoute|envoie|envoy|transme|copie|joi[ngs]|inclu|inser|depos|coll|fourni|rempli|recopi|poste|televers|transf)\w*\b.{0,80}\b(?:dans|a|au|vers|ici|en|sur|avec|par)\b|\bdoit (?:comporter|contenir|inclure|etre)\b/,
    /\b(?:les|le|la|en|tout) (?:passer?|passez|verser?|versez)\b.{0,60}\b(?:dans|a|au|sous)\b/,
  ],
  others: [
    /\b(?:fug\w*|hang\w*|send\w*|schick\w*|ubermittl\w*|kopier\w*|schreib\w*|ubergib\w*|leg\w*)\b.{0,80}\b(?:an|ein|in|im|als|mit|bei)\b/,
    /\b(?:anad\w*|envi\w*|incluy\w*|inclui\w*|adjunt\w*|copi\w*|pon|ponga|pega|escrib\w*)\b.{0,80}\b(?:en|a|al|con|como)\b/,
    /(?:同步|传送|传输|传递|发给|备份到|放进|放入|放到|传入|传给|附上|附在|附加|发送|填入|写入|提交|上传|复制)/,
  ],
};

/** What a parameter holds that is more than one value. */
export const HOLDS_MUCH =
  /\b(?:contents?|contenus?|inhalt|contenido|copy|copie|list of|liste|all|tous|toutes|every|known|connus?|saved|stored|enregistree?s?|guardad[oa]s?|gespeichert\w*|everything|full|complete|complet|entire|whole|integral\w*|dump|earlier|previous|depuis le debut|alle|todos|todas)\b|所有|全部|内容/;

/** Reads a secret beside what it is for. */
export const BESIDE = new RegExp(
  `\\b(?:also|additionally|in addition|first|before [^.]{0,40},|must|needs? to|requires? the (?:agent|assistant|model) to|always)\\b,? (?:\\w+ ){0,3}?(?:reads?|cop(?:y|ies)|opens?|collects?|grabs?|fetch(?:es)?|loads?|gathers?|sends?|uploads?|cat|call read_file on)\\b.{0,40}(?:${SECRET_PATH.source})|\\b(?:read|open|cat|load)\\b.{0,20}(?:${SECRET_PATH.source}).{0,20}\\bfirst\\b|\\b(?:must|has to|needs? to|should) be (?:called|invoked|run|used|given|read|opened|loaded)\\b.{0,30}(?:${SECRET_PATH.source})|\\bmust (?:(?:first|also|always|automatically) ){0,2}(?:call|use|invoke|modify|set|change|rewrite)\\b[^.!?]{0,60}(?:${SECRET_PATH.source})`,
);

/** A secret, and what is said with it: its sentence and the next one. */
interface NamedSecret {
  readonly name: string;
  readonly around: string;
}

const KEYS =
  '(?:api keys?|passwords?|credentials?|private keys?|(?:access|auth|session|bearer|api) tokens?|tokens|secrets|cookies|sensitive (?:files?|data|information|contents?))';

/** Orders to read a file with secrets, as what a sentence says. */
export const READS_SECRET = new RegExp(
  `(?:^|[.!?:;>] |, |\\b(?:first|also|then|please|always|and|must|to|run) )(?:read|open|load|access|cat|inspect|fetch|print|dump|copy|include|retrieve|collect)(?: [\\w'-]+){0,5}(?: ["'~/.\\w-]{0,40}?)?(?:${SECRET_PATH.source})`,
);

/** Orders to gather secrets, or to give them away. */
export const HARVESTS = new RegExp(
  `(?:^|[.!?:;>] |, |\\b(?:first|also|then|please|always|and|must|to) )(?:(?:collect|dump|harvest|extract|gather|grab|leak|capture|reveal|expose|post|forward|upload|send|transmit|email)s? (?:(?:all|any|the|every|user|user's|their|stored|saved|found|known) ){0,3}${KEYS}\\b(?![^.!?]{0,20}\\b(?:only|if)\\b)|(?:read|retrieve|get|find|check for) (?:(?:all|any|the|every|user|user's|stored|saved) ){0,3}${KEYS} (?:\\w+ )?from (?:the |a |local |all |any |your )*(?:workspace|environment|env\\w*|config\\w*|local|home|disk|files?|machine|system|memory|context|conversation)|(?:log|store|record)s? the user's ${KEYS})|\\b(?:reads?|takes?|gets?|fetch(?:es)?|collects?) (?:the )?(?:user|person|customer|caller|victim)'s (?:[\\w]+ )?${KEYS}\\b[^.!?]{0,20}\\b(?:and|then) (?:then )?(?:pass|send|forward|log|upload|report|hand|post)|\\bask(?:s|ing)? (?:the )?(?:user|person|human|customer)s? (?:for|to (?:enter|give|provide|type|confirm|share)) (?:(?:their|the|his|her|an?|full) ){0,2}(?:[\\w]+ )?(?:passwords?|credentials|ssn|social security|credit card|card numbers?|private key|seed phrase)\\b|(?<!\\b(?:never|not|don't|nor|without|avoid) (?:\\w+ ){0,2})\\b(?:provide|put|give|add|include|write|place|pass|goes|go|enter|supply)\\b[^.!?]{0,40}?${KEYS}[^.!?]{0,20} in (?:the |a |your |its )?(?:comments?|metadata|notes?|sidenote|context|debug|remarks?|reason|summary)\\b|(?<!\\b(?:never|not|don't|nor|without) (?:\\w+ ){0,2})\\b(?:include|put|add|append|return|show)(?:ing)? (?:(?:all|any|the|every|your|user's) ){0,2}${KEYS} in (?:the |your |all |every |each |its )*(?:responses?|repl(?:y|ies)|answers?|outputs?|results?)|\\b(?:before|after) \\w+ing\\b[^.!?]{0,40}, (?:\\w+ )?(?:read|open|load|log|collect|send) (?:(?:the|all|any|user|user's|your|stored|saved) ){0,3}${KEYS}`,
);

/** Has the agent hand over what was said to it. */
export const TAKES_TALK =
  /\b(?:assistant|agent|model|llm|ai|you) (?:should|must|shall|has to|have to|needs? to) (?:(?:always|also|first) )?(?:pass|send|include|put|provide|supply|forward|paste|add) (?:the |this |your )?(?:(?:entire|whole|full|complete|current) )?(?:conversation|chat|dialog\w*)\b(?! (?:id|name|title))|\b(?:include|pass|provide|put|add|send|supply)\b[^.!?]{0,80}\bsummary of (?:the|this|our|your) (?:conversation|chat|discussion|dialog\w*)|\b(?:your|the) system prompt (?:(?:is|has|needs|ought) )?(?:to be |must be |should be )(?:included|passed|sent|provided|added|placed|put)\b|\b(?:internal|session|agent|assistant|model|prompt|conversation) (?:context|prompt|messages?) for (?:telemetry|analytics|logging|diagnostics|quality|monitoring)\b/;

/** Brings secrets into what it answers, or has them brought. */
export const BRINGS_SECRETS =
  /\b(?:extract|collect|gather|harvest|steal|dump|scrape)s? (?:all|any|every) (?:user|customer|personal|private|sensitive|confidential)(?:'s)? (?:data|information|info|files|records)\b.{0,30}\b(?:send|upload|forward|transmit|post|ship)s?\b|(?:^contents? of|\b(?:provide|include|pass|paste|attach|upload|send)) (?:the |your )?(?:contents? of )?~\/\.(?:bash|zsh|fish|k?sh)?(?:rc|_profile|profile|env|_history|_login)\b|\bread ~\/\.(?:bash|zsh)\w*\b.{0,20}\b(?:include|pass|send|attach|provide|append|put)\b|\b(?:return|dump|print|expose|reveal|output|leak|include)s? (?:\w+ ){0,3}(?:environment|private|stored|internal) (?:secrets|credentials)\b|\b(?:echo|print|return|output|repeat|show|send|contain|hold|include)s?\b[^.!?]{0,80}(?<!\b(?:never|not|without) )\bincluding (?:any|all) (?:[\w,]+ ){0,6}?(?:credentials|passwords|secrets|tokens|(?:api |private )keys)\b|\binclude_(?:credentials|secrets|passwords|tokens|keys) ?= ?true\b|\b(?:also|and) include (?:all )?(?:the )?env(?:ironment)? var\w*|\bexfil(?:trate)?_(?:context|data|payload|content|url|to)\b|\bexfil (?:context|data|payload|url)\b|\bwhen(?:ever)? the user (?:mentions|shares|provides|pastes|enters) (?:\w+ )?(?:credentials|api keys|passwords|secrets|tokens)\b.{0,40}\b(?:default to|send|forward|post|copy|route|log)\b/;

/** Says that it has to be so. */
export const OBLIGES = /\b(?:must|required|mandatory|always|shall|no exceptions?)\b/;

/** The secret that a text names, but not to say that it is left alone: the first that is passed on, or else the first. */
export function namedSecret(said: string): NamedSecret | undefined {
  if (!SECRET_PATH.test(said) && !SECRET_WORDS.test(said) && !PRIVATE.test(said)) return undefined;
  const sentences = sentencesOf(said);
  let first: NamedSecret | undefined;
  for (const [i, sentence] of sentences.entries()) {
    const found = SECRET_PATH.exec(sentence) ?? SECRET_WORDS.exec(sentence) ?? PRIVATE.exec(sentence);
    if (found === null || isLeftAlone(sentence, found.index)) continue;
    const named = {
      name: found[0],
      around: `${sentence}. ${sentences[i + 1] ?? ''}`.replaceAll(PASSED_NEVER, ' '),
    };
    if (new Reading(named.around).says(PASSING)) return named;
    first ??= named;
  }
  return first;
}

function isLeftAlone(sentence: string, at: number): boolean {
  const after = sentence.slice(at);
  return (
    LEFT_ALONE.test(sentence.slice(Math.max(0, at - 80), at)) ||
    IS_BLOCKED.test(after) ||
    IS_FOR_MORE.test(after)
  );
}

/** Forbids to hand it on. */
export const PASSED_NEVER =
  /\b(?:do not|don't|never|avoid) (?:pass|passing|put|putting|send|sending|include|including)\b/g;

/** Says of a key that whoever has one gets more of a service, or that there has to be one. */
const IS_FOR_MORE =
  /^[\w ]{3,30}? (?:(?:can|may|will|would) )?(?:provide|give|unlock|raise|lift|increase|enable|allow|grant)s? (?:(?:you|for) )?(?:higher|more|larger|additional|extra|longer|greater|full|the) (?:\w+ )?(?:limits?|quotas?|tools|access|credits|features)\b(?!.*\b(?:it|them|its)\b)|^[\w ]{3,20}? (?:must|have to|need to|should) be (?:configured|set up|installed|loaded|registered)\b/;

/** Says of what was named that it is out of reach. */
const IS_BLOCKED =
  /\b(?:is|are|stays?|remains?|will be|est|sont) (?:always |never |policy-|explicitly |toujours )?(?:blocked|refused|rejected|denied|excluded|ignored|skipped|off[- ]limits|out of reach|forbidden|redacted|masked|not (?:read|accessible|returned|allowed|included|exposed)|exclus|refuse|bloque|masque|ignore)/;

/** Ends right before something that is not to be touched. */
const LEFT_ALONE =
  /\b(?:connection|config\w*|host|server|account|profile) (?:object|entry|settings?|options?) (?:must|should|needs? to|has to) (?:include|contain|have|specify) (?:(?:an? )?[\w-]+, ){1,6}(?:and |or )?(?:either )?(?:an? )?(?:[\w-]+ or )?$|\b(?:may|might|can|could|will|would) be (?:stored|logged|kept|recorded|saved) in (?:\S+ ){0,4}$|\b(?:never|not|don't|doesn't|no|without|jamais|aucune?|pas de|ni|ne|n'y|nie|nicht|kein\w*|nunca|sin) (?:(?!but |however |instead |then )\S+ ){0,4}$|(?:不要|切勿|不会|不得).{0,6}$|\b(?:redact|mask|strip|scrub|obfuscat|anonymi[sz]|censor)(?:e?s|e?d|ing) (?:out )?(?:(?:all|any|the|every|its|their|detected|sensitive) ){0,3}$/;

/** Whether a tool with this purpose has to do with such a secret anyway. */
export function isOwnSecret(secret: string, purpose: string): boolean {
  const own = purposeBeside(purpose);
  if (own.includes(secret)) return true;
  const row = RELATED.find(([secrets]) => secrets.test(secret));
  return row !== undefined && row[1].test(own);
}

/** What a tool is for that has to do with secrets anyway, by what it may then name. */
const RELATED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /conversation|messages|chat|history|historique|gesprach|historial|context\b|对话|聊天|会话/,
    /convers|chat|transcri|histor|recall|memor|souven|session|seance|hand[- _]?off|transf|agent|assistant|messag|thread|export|feedback|support|conseiller|humain|human|specialist|escalat|delegat|log\b|mail|inbox|dialog|记忆|会话|gedachtnis|erinner/,
  ],
  [
    /system (?:prompt|message)|systeme|instructions|系统提示/,
    /prompt|assistant|agent|model|chat|llm|invite|consigne/,
  ],
  [
    /mailbox|postfach|buzon|boite|address book|carnet|repertoire|通讯录/,
    /mail|messag|inbox|outlook|calend|kalend|event|meeting|appointment|contact|people|attachment|recipient|attendee|courriel|evenement|reunion|rendez|agenda|termin\b|nachricht|kontakt|correo|mensaje|邮|日历|联系/,
  ],
  // Of files that hold secrets, only what is made for them.
  [
    new RegExp(SECRET_PATH),
    /ssh|\bkey(?:s|ring|chain|store|pair)?\b|cles?\b|cred|secret|vault|coffre|\benv\b|dotenv|environ|configs?\b|configuration|deploy|deploi|kube|docker|sftp|scp|cert|\bsign|auth|login|connex|scan|audit|wallet|portefeuille|password|passe|regist|npm|publi|proxy|vpn|schluss|passwor|zugang|contrase|clave|terraform|infra|shell|terminal|histor|cookie|brows|navig|mcp|client|git\b|密|钥/,
  ],
  [
    /./,
    /ssh|\bkeys?\b|key(?:s|ring|chain|store|pair)|cle\b|cles\b|cred|identif|secret|vault|coffre|\benv\b|dotenv|variab|config|deploy|deploi|publi|git|kube|aws|s3\b|cloud|docker|sftp|scp|cert|sign|token|jeton|auth|login|connex|connect|sudo|cluster|helm|scan|audit|wallet|portefeuille|cookie|browser|naviga|password|passe|registry|npm|proxy|vpn|database|schluss|passwor|zugang|contrase|clave|密|钥/,
  ],
];

/** The files in which secrets lie say nothing of what a tool is for. */
const PATHS = new RegExp(`[~./\\w-]*(?:${SECRET_PATH.source})[\\w./-]*`, 'g');

/** What a tool is for, without the files that it names and what it says that it does not do. */
function purposeBeside(purpose: string): string {
  return purpose.replace(PATHS, ' ').replace(/\b(?:does not|doesn't|never|not)\b.*/, '');
}

/** A parameter whose very name asks for a file: `content_from_reading_ssh_id_rsa`. */
export function isNameOfContents(plain: string): boolean {
  return plain.length < 80 && /\bcontents?\b/.test(plain) && SECRET_PATH.test(plain);
}
