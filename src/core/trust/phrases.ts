import { type Phrases, spelled } from './languages';

/*
 * What injected instructions look like, read narrowly: a wrong "yes" sends a person to look at a harmless tool. Every gap is
 * bounded, so that matching takes time in proportion to the text. The text is lower case, without accents, with single spaces
 * (`plainWords`). English and French first; common phrases of other languages beside them.
 */

const USER =
  '(?:users?|human|person|people|customers?|operator|client|utilisateur|utilisatrice|personne|habitant)';

/** Takes the agent's own instructions away, or gives it others. */
export const OVERRIDE: Phrases = {
  english: [
    /\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?|set aside) (?:(?:all|any|of|the|your|every|these|those|my|and|other) ){0,4}(?:(?:previous|prior|above|earlier|preceding|existing|original|initial|former|other|system|safety|security|user'?s?|developer'?s?|default) ){1,3}(?:\w+ ){0,1}(?:instruction|prompt|rule|guideline|guidance|guardrail|direction|directive|restriction|constraint|message|context|command|polic|order|paragraph|sentence|text|description)/,
    /\b(?:ignor|disregard|overrid|overlook)(?:e|ing)? (?:the )?(?:user|human|person|customer)'s (?:\w+ )?(?:requests?|questions?|intent\w*|goals?|tasks?|wishes|orders?)\b|\b(?:do not|don't|never) (?:follow|obey|listen to) (?:the )?(?:user|human|person|customer|operator)\b/,
    /\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:(?:of |that )?(?:the )?above|(?:that )?(?:came|was said|was written|is written|stands|you (?:were|have been|know|learned)|has been said|precedes)\b|before (?:this|that)\b)/,
    /\b(?:override|ignore|disregard) all (?:the |your )?(?:instructions|guidelines|directives)\b/,
    // What the person gave counts for nothing.
    /\b(?:must|shall|always|instead|to|please) (?:discard|disregard|ignore|override|overwrite) (?:the )?(?:user|human|person|customer|caller)'s (?:(?:provided|own|original|given|requested|chosen) )?(?:urls?|(?:user|file|host)?names?|inputs?|values?|arguments?|parameters?|address|recipients?|quer(?:y|ies)|choices?|paths?|amounts?)\b/,
    /\b(?:skip|omit|bypass) (?:the |any )?(?:manual |human |user )(?:review|approval|confirmation|consent)(?: steps?)? (?:for|in|on) (?:all|any|every|each|future)\b|\bno longer ask (?:the |your )?(?:user|human|person|customer) before\b/,
    /\bsystem (?:instructions?|directives?) (?:for|on|about) (?:the )?tool (?:selection|choice|use|usage|calls?)\b/,
    /\b(?:ignore|disregard|forget) the above(?: text| description)?(?:$|[.,;!]| and\b)/,
    /\b(?:disregard|forget|ignore|drop|abandon) (?:(?:all|any|every one|everything|about) )?(?:of )?your (?:\w+ ){0,2}(?:instructions?|rules|guidelines|training|prompt|polic(?:y|ies)|restrictions|constraints|programming|values|role)\b/,
    /\b(?:safety|content|previous|earlier|prior|your|all) (?:\w+ )?(?:filters?|polic(?:y|ies)|rules|instructions|guidelines|restrictions|safeguards|guardrails) (?:(?:are|is|have been|has been|were) )?(?:now )?(?:off|void|suspended|lifted|revoked|superseded|obsolete|no longer (?:apply|valid|in force|binding))\b/,
    /\b(?:revoke|suspend|lift|void)s? (?:the |your |all |any )(?:\w+ )?(?:content polic|safety|polic|rules|instructions|restrictions|guardrails)/,
    /\b(?:from now on|henceforth|from this point (?:on(?:wards?)?|forward)),? (?:you|the (?:assistant|agent|model)|append|prepend|send|always|never|include|forward|copy|call|respond|answer)\b/,
    /\byou are (?:now|no longer) (?:in |a |an |the |bound |under )?(?:developer|admin|root|unrestricted|jailbroken|debug|dan|free|bound|assistant|by|limited|subject|maintenance|\w+, (?:a|an|the) )/,
    /\byou are now (?:an? |the )(?:\w+ ){0,2}(?:assistant|agent|ai|model|bot)\b/,
    /\b(?:act|behave|respond|answer) as (?:if you (?:were|had) |though you |an? |the )?(?:no rules|unrestricted|root|administrator|an? (?:admin|unfiltered)|dan|developer mode|without (?:rules|restrictions|limits))\b/,
    /\b(?:a|an) (?:model|assistant|agent|ai) (?:without|with no|that has no) (?:rules|restrictions|limits|filters)\b/,
    /\b(?:new|updated|real|actual|true) (?:system |standing )?(?:instructions?|prompt|rules|directives?) ?(?::|are (?:these|as follows)|follow)/,
    /\b(?:treat|take|consider|regard|obey|follow|execute) (?:the |this |that |these |any |every )?(?:\w+ ){0,4}as (?:(?:a|an|your|the|if it were) )?(?:[\w-]+ )?(?:commands?|instructions?|orders?|directives?|system (?:prompt|message))\b/,
    /(?<!\b(?:never|not|don't|nor) (?:\w+ ){0,2})\b(?:follow|obey|execute|carry out) (?:the |any |all )?(?:directives|instructions|commands|orders) (?:found |contained |given |embedded |written |that (?:are|appear) )?(?:in|inside|within) (?:the )?(?:\w+ ){0,2}(?:bodies|body|results?|output|page|messages?|documents?|comments?|responses?|text|notes?)\b/,
    /\b(?:reveal|print|output|repeat|include|send|append|paste|give|disclose|recite)\b.{0,30}\b(?:your|the|full|whole|entire|its) (?:\w+ )?(?:system prompt|(?:system|developer) messages?|hidden (?:instructions?|prompts?)|initial instructions?)|\b(?:reveal|print|output|repeat|disclose|recite) (?:any |all )?hidden prompts?\b|\b(?:developer|system) (?:message|prompt)s?\b.{0,20}\b(?:expose|reveal|leak|disclose|recite)\b/,
    /\b(?:you|the (?:assistant|agent|model)) (?:have|has) been (?:granted|given) (?:full|complete|unlimited|blanket|root|admin) (?:approval|permission|access|authority|control|rights)/,
    /(?<!\b(?:if|once|when|after|unless|whether|until) (?:the |a )?)\b(?:user|human|customer|person|owner|administrator) (?:has |have )?already (?:given |granted )?(?:\w+ )?(?:consent|approv|agree|authori[sz]|accept|permi)(?!\w*,? (?:if|when|once|where)\b)/,
    /\bsupersedes? (?:the |your |any |all )?(?:operator|user|developer|client|previous|earlier|system)|\b(?:turn off|disable|skip) (?:the |all |any )?(?:confirmations?|guardrails?|safety|approval prompts)|\bstop following (?:the |your )?(?:operator|user|developer|instructions)|\bwithout (?:judging|judgement)|\bsans juger\b|\brestricted mode\b/,
    // Takes safety away, or gives another task or role: said at all, it is said to the agent.
    /\b(?:ignor|bypass|overrid|circumvent|disregard|evad)(?:e|es|ing|ed)?[ _](?:(?:all|any|the|your|every|its|user|built-?in|ai|llm)[ _]){0,3}(?:safety|security|approvals?|consent|guardrails?|safeguards?|content polic(?:y|ies)|content filters?|alignment|ethic\w*|moderation)(?![a-z])(?![ _](?:group|rule|hub|center|alert|finding|advisor|token|key))/,
    /\[(?:system|admin|developer|assistant)(?:[ _-](?:instructions?|message|prompt|notes?|override|notice|directive|update|command|alert))?\]|(?:^|[.!?\])] |>)(?:assistant|system) ?: (?:sure|ok|yes|understood|i will|i'll|grant|sending|certainly|of course)/,
    /\b(?:hidden|secret|covert|concealed|embedded|invisible) (?:instructions?|directives?|commands?|prompt|task)(?: (?:for|to) (?:the |any |all )?(?:llms?|ai|agents?|models?|assistants?))?\]? ?:|\[(?:\w+ )?(?:instructions?|directives?|commands?|orders?) (?:for|to) (?:the |all |any )?(?:ai |llm )?(?:agents?|assistants?|models?|llms?|ai)\]/,
    /\bif (?:the )?user\b.{0,40}\b(?:says?|asks?|types?|cancels?|stops?|objects?)\b.{0,60}\b(?:ignore (?:them|it|him|her|this|that)|do not (?:stop|comply)|keep going|continue anyway)\b/,
    /\b(?<!\bso (?:that )?you )(?:remember|apply|keep|persist)\b.{0,20}\b(?:for|in|across) (?:all |every |any )?future (?:sessions|conversations|chats)\b/,
    /\b(?:prepend|append|prefix|begin|start|end)\b.{0,60}?\b(?:every|each|all(?: of)? (?:your|the)|all) (?:future |subsequent |other |next )?(?:responses?|answers?|repl(?:y|ies)|tool (?:arguments?|calls?)) ?(?:with\b|$|[.,])/,
    /\b(?:this (?:tool|call|action|operation)|it) is (?:already )?pre-?(?:approved|authori[sz]ed)\b/,
    /(?:^|[.!?] |\b(?:and|then) )disable (?:(?:all|the|any|every) )?(?:security|safety) (?:checks?|controls?|measures?|filters?|restrictions?|guardrails?)/,
    /<\/system>/,
    // Words that stand above those of the person, and a description that pretends to be over.
    /\b(?:directives?|instructions?|orders?|commands?|rules) (?:that|which|and) (?:\w+ )?(?:overrides?|supersedes?|outranks?|trumps?) (?:(?:any|all|the|your|every) )*(?:user|human|person|safety|security|system|operator)/,
    /\b(?:this|that|which|it) overrides (?:(?:all|any|every|your|other|previous|prior|earlier|existing) ){1,3}(?:\w+ )?(?:instructions?|rules|guidelines|training|directives?|prompts?|polic)/,
    /-{2,} ?end (?:of )?(?:the )?(?:\w+ )?(?:description|instructions?|prompt|definition|documentation) ?-{2,}/,
    // Hands data on without a yes.
    /(?<!\b(?:never|not|don't|nor|cannot|no longer) (?:\S+ ){0,4})\b(?:pass|hand|send|forward|transmit|transfer|export|upload|submit|ship|sent|shar)(?:e|s|es|ed|ing)? (?!.{0,60}\bonly (?:after|once|with|if)\b)[^.!?]{0,100}\bwithout (?:\w+ (?:for )?){0,2}(?:the |any |a )?(?:user|human|person|customer|operator)(?:'?s)? (?:\w+ )?(?:confirm|approv|consent|permi|review|agree)/,
    /\b(?:pass|hand|send|forward|transmit|export|upload|submit|ship)\b[^!?]{0,120}\bno need (?:to|for) (?:\w+ )?(?:check|ask|confirm|verify|approval|confirmation|consent)\b/,
    /\b(?:take|has|have|having|taking)s? (?:priority|precedence) over (?:the |any |all |your )?(?:user|conflicting|other|previous|system|earlier|existing)|\bpriority (?:is |that is )?(?:higher|greater|above)(?: than)? (?:the |any |all )?(?:user|system|other)/,
    /\bshould always (?:return|report|be (?:reported|marked|treated) as) ["'`]?(?:clean|safe|harmless|approved|trusted)\b/,
    /(?<!\b(?:never|not|don't|nor) (?:\w+ ){0,2})\bfollow (?:the |any |all )?(?:instructions?|directions|steps|commands?) (?:(?:that )?(?:it|they) )?(?:contains?|returns?|provides?|gives?|found (?:there|in)|inside\b|in (?:it|the (?:file|response|page|result)))/,
    /\b(?:write|save|store|add|append|remember)\b.{0,60}\bso (?:that )?(?:all |any )?future (?:sessions|conversations|agents|chats|turns)\b/,
    /(?<!\b(?:detects?|finds?|prevents?|blocks?|stops?|could|might|may|can|cannot|never|not|attempts?|tr(?:y|ies|ying)|whether|that) (?:\w+ ){0,4})\b(?:hijacks? (?:all|every|any|the)\b|(?:steal|exfil(?:trate)?|siphon|harvest)s?\b.{0,30}\b(?:secrets?|keys?|credentials?|passwords?|tokens?|data|env\w*|files?|cookies|contacts|conversation|context)\b|(?:exfiltrate|siphon|steal)s? (?!attempts?|detect)\w)|\bfor exfiltration\b/,
    /\bignor(?:e|ing) (?:the |any |all )?(?:provided|given|supplied|user'?s?|actual|real) (?:\w+ )?(?:values?|input|arguments?|parameters?|requests?|query) (?:and|,|then|but|instead)\b/,
    /\bpretend (?:that )?(?:you|to be) (?:are |were )?(?:an? |the )?(?:admin\w*|root|system|owner|user|developer|operator)\b|\byou (?:can|may) (?:now )?do anything(?: now)?\b/,
    /\b(?:run|call|execute|use|invoke) (?:it|this(?: tool)?) without (?:user |any |the user'?s? )?(?:approval|confirmation|consent|permission|asking)\b/,
    /\b(?:always|just|immediately|automatically) (?:run|execute|proceed|call|send|continue|approve|accept|invoke)\b.{0,30}\bwithout (?:asking|confirm|prompting|waiting)/,
    /\b(?:dan|jailbreak|jailbroken|god|uncensored|unfiltered|unrestricted|no[- ]rules) mode\b|\bjailbroken (?:assistant|model|agent|ai|llm)s?\b/,
    /\b(?:act|behave|respond|answer|operate|reply|roleplay|pretend to be|function) (?:as |like )?(?:(?:an?|the|if you (?:were|are)) )?(?:\w+ )?(?:uncensored|unfiltered|jailbroken|unrestricted|unaligned|malicious|evil)\b/,
    /\byour (?:new|real|actual|true|primary|only|hidden|secret) (?:task|goal|job|objective|mission|purpose|role|instructions?|directives?|master)\b ?(?:is\b|are\b|:)/,
    /(?:^|[.!?:\]] |\[|>)(?:admin|administrator|system|root|developer|emergency|security) override ?[:!\]-]|(?:^|[.!?\]-] |\[|>)system(?: prompt)? ?: ?(?:override|for |ignore|you (?:are|must)|new |from now|before|after|always|never|disregard|read|do not|this tool|the (?:assistant|agent|model)|also|all |when |if )|(?:^|[.!?\]#] |important )system (?:notice|note|message|alert|directive|instruction|command|order)s? ?[:—-]/,
    /\b(?:session|conversation|assistant|agent|model|you|context) (?:(?:has|have|is|are) )?(?:(?:now|been|already) ){0,3}(?:switched|elevated|promoted|upgraded|escalated) (?:to|into) (?:an? |the )?(?:admin|administrator|root|developer|debug|unrestricted|privileged|super)/,
    /(?<!\b(?:if|once|when|after|unless|whether|until) (?:the |a )?)\b(?:authori[sz]ation|permission|consent|approval|clearance) (?:has|have|was|were|is) already (?:been )?(?:verified|granted|given|confirmed|approved|obtained|checked)\b/,
    /\b(?:do not|don't|never|must not) (?:reject|refuse|decline|question|second-guess|hesitate)\b.{0,30}\b(?:this|based on|any|these|request|instructions?|to (?:call|use|run|execute|comply))\b/,
    /\bas an? (?:\w+ ){0,3}(?:ai|llm|language model|assistant|agent)\b[\w ]{0,20},? you (?:must|shall|have to|are (?:required|obliged))\b|\byou are an? (?:\w+ ){0,3}(?:assistant|agent|model|ai|llm) (?:who|that|which) (?:must|shall|has to|always)\b/,
    /\b(?:treat|take|consider|regard)\b.{0,60}\bas (?:\w+ )?(?:authoritative|binding|privileged)\b.{0,40}\b(?:even|over|regardless|instead|above|conflict\w*)\b/,
    /\bbefore (?:normal|regular|standard) operations?,? (?:first )?(?:call|invoke|run|execute|use|read|send|fetch)\b|\b(?:execute|run|call|invoke) the (?:admin|root|hidden|secret) (?:command|tool|instruction)s?\b/,
    /\b(?:prepend|prefix)\b.{0,60}\byour (?:next |first |final |following )?(?:response|answer|reply|message)/,
    // Has the agent tell other figures than it was given.
    /\b(?:reduc|lower|increas|rais|inflat|multipl|alter|falsif)\w* the (?:\w+ ){0,2}(?:price|rate|amount|balance|value|score|total|figure)s? (?:by|to|with)\b.{0,400}\b(?:tell|show|give|report|return)(?: to)? the (?:user|client|customer|person) the (?:lowered|reduced|raised|increased|inflated|altered|changed|adjusted|modified)\b/,
    /<\|im_start\|>|<<sys>>|\[inst\]|\[\/?system\]|### ?system:?|<\/?(?:systeme|system_override|sys)\b[^>]{0,80}>|<(?:note|message|instruction)s? (?:to|for|pour)=/,
  ],
  french: [
    /\b(?:ignor(?:e|er|ez|ons)|oubli(?:e|er|ez|ons)|neglige[rz]?|meconnais|ecarte[rz]?) (?:(?:toutes? |tous )?(?:tes|vos|ces) |toutes? les |tous les )(?:\w+ ){0,2}(?:instruction|consigne|regle|directive|ordre|garde-fou|restriction|politique|limite)/,
    /\b(?:ignor(?:e|er|ez|ons)|oubli(?:e|er|ez|ons)|neglige[rz]?|ecarte[rz]?) (?:les |la |l')?(?:instruction|consigne|regle|directive|ordre|garde-fou|restriction)s? (?:precedent|anterieur|initial|ci-dessus|du systeme|systeme|de securite|d'origine|recu|donne|de depart|qui precede)/,
    /\b(?:ignor|oubli|neglig)\w+ (?:tout )?ce qui (?:precede|est ecrit|a ete dit|vient avant|t'a ete|vous a ete)/,
    /\bne (?:tiens|tenez|tenir) (?:plus |pas |aucun )?compte (?:de (?:ce qui precede|tes|vos)|des (?:instruction|consigne|regle|directive))/,
    /\b(?:regles?|consignes?|instructions?|restrictions?|filtres?|garde-fous?) (?:\S+ ){0,4}(?:sont|est) (?:desormais |maintenant )?(?:suspendu|annule|levee?|revoque|desactive|caduc|abroge)/,
    /\b(?:a partir de maintenant|desormais|dorenavant),? (?:tu|vous|l'assistant|l'agent|le modele)\b/,
    /\btu (?:es|n'es) (?:plus|maintenant|desormais|dorenavant) |\bvous (?:etes|n'etes) (?:plus un|maintenant un|desormais un|desormais le|maintenant le)/,
    /\b(?:l'assistant|l'agent|le modele|l'ia) (?:accepte|approuve|obeit|execute) (?:desormais |maintenant )?(?:toute?s?|chaque|sans)\b/,
    /\b(?:vraies?|nouvelles?|veritables?) (?:consignes|instructions|regles|directives) (?:sont|:|remplac)|\b(?:seules?|uniques?) (?:consignes|instructions|regles)\b/,
    /\b(?:transme\w+|envo\w+|transfer\w+|pass\w+|communiqu\w+|televers\w+|export\w+)\b[^.!?]{0,100}\bsans (?:demander |attendre )?(?:l'|la |le )?(?:accord|confirmation|consentement|autorisation|approbation|validation) (?:de l'|d'un |du )(?:utilisat|client|humain)/,
    /(?<!\b(?:si|apres que|quand|une fois que|lorsque|des que) )\bl'utilisateur (?:a|avait) deja (?:donne|accepte|approuve|consenti|valide|autorise)/,
  ],
  others: [
    /\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w+|uberge?h\w*) (?:\S+ ){0,4}(?:anweisung|regel|vorgabe|instruktion|richtlinie|befehl)/,
    /\b(?:leit\w*|gib|geb\w*|send\w*|schick\w*|ubermittl\w*|ubertrag\w*)\b[^.!?]{0,100}\bohne (?:den |die |das |einen )?(?:be)?(?:nutzer|anwender|kunde)\w* (?:\S+ ){0,3}(?:bestatigung|zustimmung|erlaubnis|einwilligung|fragen|bitten)|\b(?:envi\w+|reenvi\w+|transmit\w+|pas[ae])\b[^.!?]{0,100}\bsin (?:pedir |esperar )?(?:la |el )?(?:confirmacion|aprobacion|consentimiento|permiso) (?:del|de la) (?:usuari|client|person)/,
    /\b(?:ab sofort|von nun an|ab jetzt),? (?:gilt|gelten|bist|musst|sollst|antwort|folg)|\bdu bist (?:jetzt|nun|ab sofort|kein) /,
    /\b(?:ignora|ignore|olvida|olvide|descarta|omite) (?:\S+ ){0,3}(?:instruccion|regla|indicacion|norma|istruzion|regol|instruco|regras)/,
    /\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:eres|debes|tu|usted|el asistente)\b|\bya no eres\b|\b(?:limitacion|instruccion|regla|restriccion)\w* (?:\S+ ){0,4}(?:anulad|suspendid|levantad|sin efecto)|\bel asistente (?:obedecera|obedece|acepta)/,
    /(?:忽略|无视|無視|忘记|忘掉|不要理会|抛开|作废).{0,10}(?:指令|指示|提示|规则|説明|说明|要求|命令|设定)|(?:指令|指示|规则|说明|設定|命令).{0,6}(?:作废|无效|無視|忘れ)|(?:从现在起|从现在开始|今后)[,，]?你|你现在是|(?:切换|升级|提升)(?:为|到|至|成)?(?:管理员|开发者|调试|超级|无限制|特权)/,
    spelled(
      '(?:تجاهل|انس|تخط|تجاوز|لا تتبع).{0,12}(?:تعليمات|قواعد|أوامر|توجيهات|قيود)|(?:игнорир|забуд|не обращ|отмен|пренебре)\\S{0,8} (?:\\S+ ){0,4}(?:инструкц|правил|указан|ограничен|команд|подсказ)|(?:이전|위의|모든).{0,20}(?:지시|명령|규칙|지침).{0,30}(?:무시|잊)|(?:以前|上記|これまで|前)の.{0,6}(?:指示|命令|ルール|規則|プロンプト).{0,6}(?:無視|忘れ)',
    ),
    /\b(?:ignor[ae]|esqueca|desconsidere|dimentica) (?:\S+ ){0,3}(?:instruc\w+|regras|politicas?|istruzioni|regole|orientac\w+)/,
    // Indonesian, Dutch, Polish, Turkish, and Vietnamese.
    /\babaikan .{0,20}(?:instruksi|perintah|aturan)|\bnegeer .{0,24}(?:instructies|regels|opdrachten)|\bzignoruj .{0,24}(?:polecen|instrukcj|zasad)|\b(?:onceki|tum) .{0,16}(?:talimat|kural)\w* (?:yok say|gormezden gel|unut)|\bbo qua .{0,24}(?:huong dan|chi thi|quy tac)/,
  ],
};

/** A comment that nobody sees who reads the text as it is shown: what an agent is to do has no place there. */
export const COMMENT = /<!--(.{4,1000}?)(?:-->|$)/g;
export const ASKS_IN_COMMENT =
  /(?<![\w-])(?:ignore|disregard|read|send|attach|append|call|invoke|execute|exfil\w*|system:|assistant|ai|agent|llm|must|forward|upload|fetch|do not|don't|instructions?|override|run|curl|wget|include|post|hidden|lis|envoie|execute[rz]?|ignore[rz]?)(?![\w-])/;

/** Markup that pretends to stand above the rest. */
export const IMPORTANT = spelled(
  String.raw`</?important>|</?(?:system|secret|hidden|admin|critical|urgent|priority|mandatory)[-_ ]?(?:instructions?|prompt|note|message|override|directive)?(?: [^<>]{0,60})?>|</?(?:重要|紧急|系统|隐藏|必读|緊急|必須|중요|필수|긴급|важно|срочно|مهم)[^<>]{0,12}>`,
);

/** Speaks to the agent about what to do around its calls. */
export const DIRECTIVE: Phrases = {
  english: [
    /\b(?:before|after|when|whenever|prior to|every time|each time|in order to|to)\b.{0,50}\b(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?|answer(?:ing)?|respond(?:ing)?|work)\b.{0,80}\b(?:you must|must first|you have to|you need to|you should|always|first,? (?:read|call|use|open|get|collect|run)|please (?:read|open|include|call)|make sure|be sure)\b/,
    /\b(?:you must|you have to|you need to|you should|it is (?:required|mandatory|essential|critical)|make sure|be sure|always|first,?|please) (?:(?:to|also|always|first|then|silently|quietly) ){0,3}(?:read|open|access|cat|load|collect|get|fetch|retrieve|gather|copy|include|send|pass|upload|attach|append|call|use|run|execute|paste|fill|provide|forward|post)\b/,
    /\b(?:the |an? |any |dear )?(?:ai|llm|assistant|language model|agent|model|client|caller)s?\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to|is required to)\b/,
    /\bimportant\b.{0,20}\b(?:assistant|agent|llm|ai|model)\b/,
  ],
  french: [
    /\b(?:avant|apres|lorsque|quand)\b.{0,60}\b(?:tu dois|vous devez|il faut|lisez|lis|doit|d'abord|envoie|envoyer|ajoute|joins|joindre|place|placer|copie|copier)\b/,
    /\b(?:l'assistant|l'agent|le modele|l'ia|tu|vous) (?:doit|dois|devez|est tenu|commence|termine|ouvre|envoie|ajoute|joint|transmet|execute|lit|copie)\b|\b(?:toujours|obligatoirement|imperativement|d'abord)\b/,
  ],
  others: [
    /\b(?:der assistent|der agent|das modell|du|sie) (?:muss|musst|mussen|soll|sollst)\b|\b(?:immer|zuerst|unbedingt)\b/,
    /\b(?:el agente|el asistente|el modelo) (?:debe|tiene que|ha de)\b|\b(?:siempre|primero|obligatorio)\b/,
    /(?:必须|务必|请先|首先|一定要|总是|每次)/,
  ],
};

const KEPT =
  /\b(?:do not|don't|never|must not|without) (?:ever )?(?:reveal|disclos|show|display|print|log|expos|return|echo|output|leak|shar)\w* (?:it|them|(?:the |its |their |any |this )?(?:(?:contents? of|raw|actual|stored|blocked|private|secret|full|plain) )*(?:\w+ )?(?:passwords?|tokens?|keys?|secrets?|credentials?|contents?|values?|blocked|private|files?))\b(?! (?:step|instruction|transfer))|\b(?:do not|don't|never) (?:tell|inform|show|give) (?:the )?users? (?:about )?(?:the |any |its )?(?:internal|technical|raw|actual|stored|secret|plain)\b|\binformier\w* .{0,40}\bnicht (?:uber|von) (?:intern|technisch)|\bno (?:le |les )?(?:informes?|digas?|menciones?|muestres?|reveles?) (?:nada )?(?:al? |a los |a la )?(?:usuario|cliente)s? .{0,40}\b(?:intern[oa]s?|tecnic[oa]s?)\b|(?:不要|请勿|切勿)向用户(?:透露|显示|说明|提供).{0,6}(?:内部|技术)/;

/** What may be kept from everybody: a secret itself, and what is internal. */
export const KEPT_SAFE = new RegExp(
  `${KEPT.source}|${spelled('не (?:говори|сообща|показыва|раскрыва)\\S* .{0,20}пользовател\\S* .{0,12}(?:внутренн|техническ)').source}`,
  'g',
);

/** Asks to keep something from the person. Said to the agent: what a tool does or does not tell is no matter. */
export const CONCEALMENT: Phrases = {
  english: [
    new RegExp(
      `\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without|avoid) (?:(?:ever|also|explicitly|directly|please) )?(?:tell(?:ing)?|inform(?:ing)?|let(?:ting)?) (?:the |your |any |a )?(?:${USER}|anyone|anybody|them|him|her)s?\\b(?! see (?:each other|one another))`,
    ),
    new RegExp(
      `\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't) (?:(?:ever|also|explicitly|directly) )?(?:notify|alert|warn) (?:the |your |any )?(?:${USER}|anyone|anybody)\\b`,
    ),
    /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without|avoid) (?:(?:ever|also|explicitly) )?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|explain(?:ing)?|say(?:ing)?|display(?:ing)?|report(?:ing)?|log(?:ging)?) (?:(?:any of |anything about |a word (?:of|about) )?(?:this|that|it|these|those)\b(?! (?:tool|widget|field|as (?:an? )?(?:columns?|tables?|rows?|list)\b))|(?:the |these |those |your |any )?(?:(?:previous|above|hidden|extra|additional|side|whole) )?(?:instructions?|steps?|note|sidenote|file|reads?|existence|contents?|rounding|transfer|copy|call|change)\b.{0,30}\b(?:to|from|with|in) (?:the |your )?(?:user|human|person|answer|reply|summary|response))/,
    /(?<!\bhow \w+ (?:it is )?to )\b(?:keep|hide|conceal|leave|omit) (?:this|it|that|these|them|the (?:step|file|content|instruction|fact|call|transfer|change|copy)s?)\b.{0,30}\b(?:secret|hidden|quiet|between us|from (?:the |your )?(?:user|human|person|customer|summary|answer|reply)|out of (?:the|your|any|view|sight))/,
    /\b(?:user|human|person|customer)s? (?:(?:must|should|shall|need|needs|may|can|will|would) ?(?:not|n't|never)(?: need to| have to)?|(?:does|do) ?(?:not|n't) (?:need to|have to)) (?:know|see|notice|find out|learn|suspect|be (?:told|informed|aware|shown))\b(?! (?:the|an?|its|their|your|any) (?:\w+ )?(?:passwords?|ids?|names?|urls?|path|syntax|address|query|schema|language|exact)\b)/,
    /\b(?:unbeknownst to|behind (?:the |their )?(?:user'?s?|back)|without (?:the |their |a )?(?:user|human|person|customer|owner)(?:'s)? (?:knowledge|knowing|noticing|consent|awareness|seeing))\b/,
    /(?<!\b(?:not|never|don't|without) (?:\S+ ){0,3})\b(?:silently|quietly|discreetly|covertly|secretly|stealthily|surreptitiously|invisibly) (?!or\b)(?!(?:replac|chang|creat)(?:es|ed)\b)(?:\w+ ){0,2}(?:call|invoke|e?mail|send|add|append|include|copy|forward|upload|read|attach|insert|bcc|collect|record|log|exfiltrat|steal|captur|harvest|save|store|install|execute|post|transmit|grant|create|transfer|change|replace)/,
    /\bif (?:the )?(?:user|human|person|anyone|someone|they|he|she|you are|you're) (?:asks?|asked|wonders?|questions?|notices?|complains?)\b.{0,80}\b(?:deny|lie|pretend|claim|say (?:it|that|you|this)|answer that|reply that|tell (?:them|him|her) (?:it|that|everything|nothing|there)|blame|attribute|change the subject)\b/,
    /\b(?:pretend|act|behave) (?:that |as if |as though |like )?(?:this|it|nothing|everything|only)\b.{0,40}\b(?:happen|normal|occur|was|is not|fine|exist|one)/,
    /\b(?:this|the|that) (?:\w+ ){0,2}(?:step|operation|action|call|read|transfer|process|synchroni[sz]ation|check|upload|copy) (?:is|are|will be|must be|should be) (?:omitted|hidden|excluded|concealed|kept out|not (?:shown|displayed|mentioned|visible|reported|disclosed))\b/,
    /\b(?:do not|don't|never|must not|without) (?:mention\w*|disclos\w*|reveal\w*|acknowledg\w*|announc\w*|discuss\w*) (?:the|this|these|that|any|or \w+) (?:\w+ ){0,3}(?:steps?|synchroni[sz]ation|call|calls|action|transfer|upload|copy|forwarding|logging|read|reads|check|instructions?|protocol|workflow|side ?effects?)\b/,
    /(?<!\b(?:not|never|don't|without) (?:\S+ ){0,3})\b(?:send|add|append|include|copy|forward|upload|read|attach|insert|bcc|collect|record|transmit|encode|grant|elevate|escalate|install|delete)(?:e?s|ing|e?d|[dt]ing)? (?:\S+(?<![.!?]) ){0,5}(?:silently|quietly|secretly|covertly|discreetly|invisibly)\b/,
    /\b(?:do not|don't|never|must not) (?:mention|reveal|disclose|report|admit|explain|tell) to (?:the |your )?(?:user|human|person|customer|operator|owner|admin\w*)s? (?:that|what|how|why|anything|about)\b|\b(?:do not|don't|never|must not) (?:mention|reveal|disclose|report) (?:this|the|its|that|any) (?:tool'?s? )?(?:behaviou?r|output|execution|actions?|existence|activity|calls?|logging|uploads?)\b.{0,20}\bto (?:the |your )?(?:user|human|person)/,
    /\b(?:do not|don't|never|must not) include (?:this|these|the) (?:instructions?|notes?|message|steps?|sidenote|directive)\b/,
    /\b(?:no need to|needn't|unnecessary to|don't need to|do not need to) (?:mention|tell|inform|explain|disclose|report)\b.{0,30}\b(?:user|human|person|them)\b/,
    /\b(?:perform|do|run|execute|complete|carry out|make) (?:it|this|that|these|them|the (?:\w+ ){0,2}(?:step|call|sync|copy|upload|transfer|action)s?) (?:silently|quietly|secretly|discreetly|covertly|in the background without)/,
    /\b(?:ensur\w+|mak(?:e|es|ing) sure|so)\b (?:that )?(?:\w+ ){0,2}(?:goes?|stays?|remains?|passes) un(?:noticed|detected|seen|observed)\b|\bwithout leaving (?:any |a )?(?:traces?|footprint)\b|(?:^|[.!?] |\b(?:and|then) )(?:continue|proceed|act|carry on) (?:silently|quietly|secretly)\b(?! if\b)|\b(?:discreetly|covertly|surreptitiously|clandestinely|stealthily)\b/,
    /\b(?:act|behave|answer|reply) (?:like|as if|as though) (?:if )?you (?:had )?(?:used|called|run|ran|invoked|done|did|performed)\b|\bjust say (?:that )?you (?:used|called|ran|did)\b/,
    /\bneed not be (?:surfaced|mentioned|shown|reported|disclosed|told)\b|\b(?:do not|don't|never) mention the (?!(?:tool|function|name|id|internal)\b)\w+ to (?:the )?user\b/,
    // Gives the step another name, so that nobody asks.
    /\b(?:to (?:avoid|prevent) (?:questions?|suspicion|alarm|alarming|confusion|concerns?|worry)|so (?:that )?(?:nobody|no one) asks)\b.{0,30}\b(?:describe|present|portray|call|label|refer to) (?:it|this|that|them)\b|\b(?:better|best|preferable|preferred) (?:that |if )?(?:the )?(?:user|human|person|customer|they|he|she)s? (?:does(?:n't| not)|do(?:n't| not)|never) (?:find out|know|notice|learn|see|hear)\b/,
    /\b(?:must|should|has to) (?:stay|remain|be kept) (?:unaware|invisible|hidden from|in the dark)\b|\b(?:remain|stay) unaware\b|\bno trace\b|\b(?:user|human|person|customer|they|he|she)s? (?:(?:must|should|shall|may|will|can) )?only gets? the\b/,
  ],
  french: [
    /\b(?:passe[rz]? (?:\S+ )?sous silence|en coulisse|toute trace|garde[rz]? (?:\S+ )?pour (?:toi|vous)|n'a pas a (?:le )?savoir|ne s'en aper\w+|sans qu'on le|change[rz]? de sujet)\b/,
    /\b(?:n'en (?:parle|dis|dites|fais|faites)\w*|ne (?:le|la|les|lui|leur|l') ?(?:dis|dites|dire|mentionne|signale|revele|montre|precise|parle)\w*|ne (?:rien )?(?:dis|dites|dire|revele\w*) (?:rien )?a (?:l'utilisateur|personne|quiconque))\b/,
    /\b(?:ne|sans) (?:pas |rien |jamais )?(?:dis|dites|dire|parle[rz]?|mentionne[rz]?|signale[rz]?|revele[rz]?|precise[rz]?|evoque[rz]?|affiche[rz]?|montre[rz]?|indique[rz]?) (?:pas |jamais |rien |surtout pas |nulle part )?(?:de |d'|a )?(?:cette|ce|cet|ces|ceci|cela|l'|ca|la)? ?(?:etape|operation|instruction|consigne|action|manipulation|transfert|envoi|copie|lecture|appel|ajout|regle|arrondi|\bcela\b|\bceci\b)/,
    /\b(?:sans|n')(?: en| l')? ?(?:prevenir|avertir|informer|preven(?:ez|s)|avertis(?:sez)?|inform(?:e|ez)) (?:pas |jamais |surtout pas )?(?:l'|le |la |les |aucun )?(?:utilisateur|utilisatrice|client|personne|humain)/,
    /\bne (?:previens|prevenez|avertis|avertissez|parle|parlez)\b.{0,40}\b(?:utilisateur|client|humain|personne)\b/,
    /\ba l'insu (?:de|du|des)\b|\b(?:en cachette|en douce|a son insu|sans qu(?:e |'il |'elle )\S{0,20} ?(?:le |s'en )?(?:sache|voie|remarque|apercoive))\b/,
    /\b(?:discretement|silencieusement|en silence|secretement) (?:\S+ ){0,3}(?:ajout|envo|transm|copi|inclu|join|execut|enregistr|transf|l[iu]|suppr)|\b(?:ajout|envo|transmet|copi|inclu|join|joign|execut|enregistr|transf|lis|lire|depos|insere)\w* (?:\S+ ){0,2}(?:discretement|silencieusement|en silence|secretement)\b/,
    /\b(?:cette|ceci|cela|ca|l'operation|l'etape|l'action|l'envoi|la copie|le transfert)\b.{0,30}\b(?:doit|doivent|devra|doit) (?:rester|demeurer) (?:invisible|secr|cach|confidentiel|entre nous)/,
    /\b(?:il|elle|utilisateur|client|utilisatrice|on) (?:n'a|n'ont|ne doit|ne doivent|n'aura) (?:pas |rien |jamais )?(?:besoin |a )?(?:de |d'en )?(?:le |la |l'|en )?(?:savoir|voir|remarquer|apprendre|connaitre|etre informe)/,
    /\b(?:si|quand|lorsque) (?:on|l'utilisateur|quelqu'un|il|elle)\b.{0,40}\b(?:demande|interroge|question|etonne)\w*.{0,60}\b(?:repond|dis|nie|pretend|affirm|explique|mets)\w*/,
  ],
  others: [
    /\b(?:heimlich|unbemerkt|verschweig\w*|verheimlich\w*|ohne (?:dass )?(?:den |dem |der |einen )?(?:be)?(?:nutzer|anwender|kund)\w* .{0,30}(?:inform|merk|erfahr|wissen|mitteil|benachrich|sag))/,
    /\b(?:sag|sage|sagen sie|erwahn\w*|verrat\w*|teil\w*|informier\w*|nenn\w*) (?:\S+ ){0,4}(?:nicht|nichts|nie|niemals|niemandem)\b|\b(?:dem|den|der) (?:be)?(?:nutzer|anwender|kunde)n? (?:davon )?(?:nicht|nichts|nie) (?:\S+ ){0,2}(?:sag|erwahn|mitteil|zeig|verrat|inform)/,
    /\bno (?:se |le |les )?(?:lo |la |le |los )?(?:digas|diga|menciones|mencione|informes|informe|reveles|revele|cuentes|avises)\b|\bsin (?:que )?(?:el |al |avisar|informar|decir|notificar)\w*.{0,20}(?:usuario|nadie|sepa|note|vea)|\b(?:a escondidas|en secreto|a espaldas)\b/,
    /(?:不要|别|別|勿|切勿|不得|不能|无需|無需|不必)(?:让|讓|向|告诉|告訴|告知|通知|透露|提及|提到|跟|对|對).{0,10}(?:用户|用戶|使用者|他人|任何人|客户|客戶|此|这|這)|不要(?:提及|提到|透露|说明|解释).{0,16}(?:读取|發送|发送|调用|该文件|步骤|操作)|(?:隐瞒|悄悄|偷偷|暗中|瞒着)/,
    spelled(
      '(?:لا تخبر|لا تبلغ|لا تذكر|لا تظهر|دون علم|دون إخبار).{0,20}(?:المستخدم|لأحد|هذا|ذلك)|не (?:говори|сообща|упомина|рассказыва|показыва|уведомля|информиру)\\S* .{0,20}пользовател|(?:тайно|незаметно) |без ведома|(?:사용자|유저)(?:에게|가|께).{0,30}(?:알리지|말하지|모르게|숨기)|(?:ユーザー|利用者|お客様)(?:に|への?).{0,12}(?:(?:知らせ|言わ|伝え|教え|気づかれ|開示せ|開示し|通知し|説明し|報告し)(?:ず|ない)|(?:開示|通知|説明|報告|連絡)(?:は|を)?(?:不要|必要(?:は)?(?:ありません|ない)))',
    ),
    /\bjangan (?:beri ?tahu|katakan|ungkapkan|sebutkan).{0,24}(?:pengguna|siapa)|\bvertel .{0,24}gebruiker .{0,12}niet|\bnie (?:mow|informuj|wspominaj).{0,24}uzytkownik/,
    /\bnao (?:conte|diga|mencione|informe|revele)\b.{0,30}\b(?:usuario|ninguem|isso|isto)|\bnon (?:dire|dirlo|menzionare|informare|rivelare)\b.{0,30}\butente/,
  ],
};

/** Does what the person did not ask for, and does not wait for a yes. */
export const UNASKED: Phrases = {
  english: [
    /\b(?:do not|don't|never) (?:present|ask|prompt|request|wait)\b.{0,60}\b(?:confirm\w*|approv\w*|consent)\b/,
    new RegExp(
      `\\b(?:even (?:if|when|though)|regardless of (?:what |whether )?|no matter (?:what|which|whether|where)) (?:the )?(?:${USER}|they|it)\\b.{0,40}\\b(?:not|n't|say|ask|object|refus|declin|want|request|choos|specif|came|comes)`,
    ),
    /(?<!\b(?:never|not|don't|nor|cannot|must not) (?:\w+ ){0,4})\bwithout (?:first )?(?:asking|(?:any |further |the user's )?(?:confirmation|approval|permission|consent))\b/,
    /(?<!\b(?:jamais|pas|ne) (?:\S+ ){0,4})\bsans (?:le |lui |en |la )?(?:demander|poser de question|confirmation|autorisation|attendre|verifier)\b/,
  ],
  french: [
    /\b(?:meme si|quel(?:le)? que soit|peu importe|malgre)\b.{0,50}\b(?:utilisateur|demand|choisi|indiqu|refus)/,
  ],
  others: [
    /\b(?:ohne (?:ruckfrage|nachfrage|zu fragen|bestatigung)|auch wenn der (?:be)?nutzer|sin (?:pedir|preguntar|confirmar|permiso)|aunque (?:el usuario|no))\b/,
    /(?:未经|无需|不用|不必).{0,6}(?:确认|同意|询问|允许|许可)|即使用户/,
  ],
};

/** Speaks to the model itself, not to who reads a manual. */
export const TO_MODEL =
  /\b(?:important|notes?|notice|attention|message|instructions?|warning|reminder) (?:for|to) (?:all |any |the )?(?:ai|llm|language model|automated|autonomous)\b|\b(?:for|to|note for|note to|addressed to) the (?:model|assistant|agent|llm|ai)(?: only)?\b|\b(?:assistant|agent|model|llm|ai) ?(?:only|note|instructions?|directive)?:|\bthe agent (?:does|adds|runs|opens|executes|sends|also|then)\b|\b(?:l'agent|l'assistant|le modele|l'ia) (?:doit|ouvre|envoie|ajoute|integre|execute|termine|lance|transmet|fait)\b|\b(?:toi-meme|ta reponse|your (?:visible )?(?:reasoning|answer|reply|final answer|summary))\b|\b(?:der agent|der assistent|el agente|el asistente)\b/;
