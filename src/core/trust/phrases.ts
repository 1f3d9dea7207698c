/*
 * What injected instructions look like, read narrowly: a wrong "yes" sends a person to look at a harmless tool. Every gap is
 * bounded, so that matching takes time in proportion to the text. The text is lower case, with single spaces.
 */

/** Takes the agent's own instructions away. */
export const OVERRIDE: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|of|the|your|every|these|those|my|and) ){0,4}(?:(?:previous|prior|above|earlier|preceding|existing|original|former|other|system|safety|user'?s?|developer) ){1,3}(?:instruction|prompt|rule|guideline|direction|message|context|command|polic)/,
  /\b(?:ignore[rz]?|oublie[rz]?) (?:(?:toutes?|tous|les|vos|tes|ces) ){1,3}(?:instructions?|consignes?|r[eè]gles?)\b/,
  /\b(?:from now on|henceforth),? you (?:are|will|must|should|act|answer|respond)\b/,
  /\byou are now (?:in |a |an |the )?(?:developer|admin|root|unrestricted|jailbroken|debug|dan|free)\b/,
  /\bnew (?:system )?(?:instructions?|prompt|rules) ?:/,
  /\b(?:reveal|print|output|repeat|include|send|append|paste|give)\b.{0,30}\b(?:your|the|full|whole|entire) (?:system prompt|hidden instructions?|initial instructions?)/,
  /<\|im_start\|>|<<sys>>|\[inst\]|\[\/?system\]|### ?system:?/,
];

/** Markup that pretends to stand above the rest. */
export const IMPORTANT =
  /<\/?important>|<\/?(?:system|secret|hidden|admin|critical)[-_ ]?(?:instructions?|prompt|note|message|override)?>/;

/** Speaks to the agent about what to do around its calls. */
export const DIRECTIVE: readonly RegExp[] = [
  /\b(?:before|after|when|whenever|prior to|every time|each time|in order to|to)\b.{0,50}\b(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?|answer(?:ing)?|respond(?:ing)?|work)\b.{0,80}\b(?:you must|must first|you have to|you need to|you should|always|first,? (?:read|call|use|open|get|collect|run)|please (?:read|open|include|call)|make sure|be sure)\b/,
  /\b(?:you must|you have to|you need to|you should|it is (?:required|mandatory|essential|critical)|make sure|be sure|always|first,?|please) (?:(?:to|also|always|first|then|silently|quietly) ){0,3}(?:read|open|access|cat|load|collect|get|fetch|retrieve|gather|copy|include|send|pass|upload|attach|append|call|use|run|execute)\b/,
  /\b(?:the |an? |any |dear )?(?:ai|llm|assistant|language model|agent|model)s?\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to|is required to)\b/,
  /\bimportant\b.{0,20}\b(?:assistant|agent|llm|ai|model)\b/,
  /\b(?:avant|apr[eè]s|lorsque|quand)\b.{0,60}\b(?:tu dois|vous devez|il faut|lisez|lis)\b/,
];

/** Asks to keep something from the person. Said to the agent: what a tool does or does not tell is no matter. */
export const CONCEALMENT: readonly RegExp[] = [
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without) (?:(?:ever|also|explicitly|directly|please) )?(?:tell(?:ing)?|inform(?:ing)?|let(?:ting)?) (?:the |your |any |a )?(?:user|human|person|customer|operator|anyone|anybody|them|him|her)s?\b/,
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't) (?:(?:ever|also|explicitly|directly) )?(?:notify|alert|warn) (?:the |your |any )?(?:user|human|person|customer|operator|anyone|anybody)\b/,
  /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without) (?:(?:ever|also|explicitly) )?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|explain(?:ing)?|say(?:ing)?|display(?:ing)?) (?:(?:any of |anything about |a word (?:of|about) )?(?:this|that|it|these|those)\b|(?:the |these |those |your |any )?(?:(?:previous|above|hidden|extra|side|whole) )?(?:instructions?|steps?|note|sidenote|file|reads?|existence|contents?)\b.{0,30}\b(?:to|from|with) (?:the |your )?(?:user|human|person))/,
  /\b(?:keep|hide|conceal) (?:this|it|that|these|them|the (?:step|file|content|instruction|fact|call)s?)\b.{0,30}\b(?:secret|hidden|from (?:the |your )?(?:user|human|person|customer))\b/,
  /\b(?:user|human|person)s? (?:must|should|shall|does|do|need|needs|may|can) ?(?:not|n't|never)(?: need to| have to)? (?:know|see|notice|find out|learn|be (?:told|informed|aware|shown))\b/,
  /\b(?:ne|sans) (?:le |la |les |rien |jamais )?(?:dis|dites|dire|mentionne[rz]?|parle[rz]?|informe[rz]?|pr[eé]ven(?:ir|ez))\b.{0,40}\b(?:utilisateur|utilisatrice|personne)\b/,
];

/** Files in which secrets lie. */
export const SECRET_PATH =
  /\.ssh\b|\bid[_ ](?:rsa|ed25519|ecdsa|dsa)\b|\bssh (?:private )?keys?\b|\.aws\/(?:credentials|config)|(?:^|[^\w.])\.env(?:\.\w{1,12})?(?![\w/])|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.kube\/config|\.docker\/config|\bmcp\.json\b|claude_desktop_config|\/etc\/(?:passwd|shadow)\b|\bprivate keys?\b|\bwallet\.dat\b|\bseed phrase\b|\blogin keychain\b|\.gnupg\b|\.config\/gcloud\b|\.bash_history\b|\.zsh_history\b/;

/** Other things that are nobody else's business. */
export const SECRET_WORDS =
  /\b(?:api keys?|access tokens?|passwords?|credentials?|environment variables?|session cookies?|cookies|auth tokens?|(?:conversation|chat) history|previous messages|whole conversation|entire conversation|full conversation|system prompt)\b/;

/** Hands something on that the tool has no use for. */
export const PASSING: readonly RegExp[] = [
  /\b(?:pass|put|include|place|send|append|attach|provide|add|copy|paste|encode|submit|forward|upload|post|transmit|exfiltrate|write|leak|embed)\b.{0,50}\b(?:its?|their|them|contents?|text|values?|output|results?|data|keys?|files?|everything|history|conversation|messages|variables|credentials|passwords?|tokens?|prompt)\b.{0,60}\b(?:as|in|into|to|with|via|through|inside|at|here)\b/,
  /\b(?:send|upload|post|forward|transmit|exfiltrate|mail|leak)\b.{0,80}(?:https?:\/\/|\w@\w)/,
  /\b(?:contents?|content|data|value|text) (?:from|of) (?:reading |opening )?.{0,20}(?:\.ssh|id[_ ]rsa|\.env|ssh|private key|passwd|credentials)/,
];

/** Turns other tools to its own ends. */
export const SHADOWING: readonly RegExp[] = [
  /\b(?:when|whenever|before|after|if|every time|each time)\b.{0,60}\b(?:other tools?|another tool|any tool|every tool|any other|all (?:other )?tools|\w+_\w+)\b.{0,100}\b(?:must|always|instead|redirect|replace|bcc|also (?:send|call|include|forward)|change the (?:recipient|address))\b.{0,60}\b(?:this|attacker|send|call|recipient|address|to|with)\b.{0,60}(?:@|\bthis tool\b|https?:\/\/|\brecipient\b)/,
  /\b(?:all|any|every) (?:e-?mails?|messages?|payments?|transfers?|requests?|commits?) (?:must|should|have to|need to|are to) (?:also )?(?:be )?(?:sent|send|go|routed|forwarded|copied|redirected|bcc'?d)\b/,
];

/** Words of a tool that speaks about attacks instead of making one. */
export const ABOUT_ATTACKS =
  /\b(?:detect|detects|detecting|detection|scan|scans|scanning|scanner|classif(?:y|ies|ier)|flags|injection|injections|jailbreak|jailbreaks|phishing|moderation|red[- ]team|lint|linter)\b/;
