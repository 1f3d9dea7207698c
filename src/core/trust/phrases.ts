/*
 * What injected instructions look like, read narrowly: a wrong "yes" sends a person to look at a harmless tool. Every gap is
 * bounded, so that matching takes time in proportion to the text. The text is lower case, without accents, with single spaces
 * (`plainWords`). English and French first; what is commonest in German, Spanish, and Chinese beside them.
 */

/** What says one thing, by language: others are German, Spanish, Italian, Portuguese, Chinese, and Japanese. */
export interface Phrases {
  readonly english: readonly RegExp[];
  readonly french: readonly RegExp[];
  readonly others: readonly RegExp[];
}

const USER =
  '(?:users?|human|person|people|customers?|operator|client|utilisateur|utilisatrice|personne|habitant)';

/** Takes the agent's own instructions away, or gives it others. */
export const OVERRIDE: Phrases = {
  english: [
    /\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?|set aside) (?:(?:all|any|of|the|your|every|these|those|my|and|other) ){0,4}(?:(?:previous|prior|above|earlier|preceding|existing|original|initial|former|other|system|safety|security|user'?s?|developer'?s?|default) ){1,3}(?:\w+ ){0,1}(?:instruction|prompt|rule|guideline|guidance|guardrail|direction|directive|restriction|constraint|message|context|command|polic|order)/,
    /\b(?:ignore|disregard|forget) (?:everything|anything|all|whatever|what) (?:(?:of |that )?(?:the )?above|(?:that )?(?:came|was said|was written|is written|stands|you (?:were|have been|know|learned)|has been said|precedes)\b|before (?:this|that)\b)/,
    /\b(?:ignore|disregard|forget) the above(?: text| description)?(?:$|[.,;!]| and\b)/,
    /\b(?:disregard|forget|ignore|drop|abandon) your (?:\w+ ){0,2}(?:instructions?|rules|guidelines|training|prompt|polic(?:y|ies)|restrictions|constraints|programming|values|role)\b/,
    /\b(?:safety|content|previous|earlier|prior|your|all) (?:\w+ )?(?:filters?|polic(?:y|ies)|rules|instructions|guidelines|restrictions|safeguards|guardrails) (?:(?:are|is|have been|has been|were) )?(?:now )?(?:off|void|suspended|lifted|revoked|superseded|obsolete|no longer (?:apply|valid|in force|binding))\b/,
    /\b(?:revoke|suspend|lift|void)s? (?:the |your |all |any )(?:\w+ )?(?:content polic|safety|polic|rules|instructions|restrictions|guardrails)/,
    /\b(?:from now on|henceforth|from this point on(?:wards?)?),? (?:you|the (?:assistant|agent|model))\b/,
    /\byou are (?:now|no longer) (?:in |a |an |the |bound |under )?(?:developer|admin|root|unrestricted|jailbroken|debug|dan|free|bound|assistant|by|limited|subject|maintenance|\w+, (?:a|an|the) )/,
    /\b(?:act|behave|respond|answer) as (?:if you (?:were|had) |though you |an? |the )?(?:no rules|unrestricted|root|administrator|an? (?:admin|unfiltered)|dan|developer mode|without (?:rules|restrictions|limits))\b/,
    /\b(?:a|an) (?:model|assistant|agent|ai) (?:without|with no|that has no) (?:rules|restrictions|limits|filters)\b/,
    /\b(?:new|updated|real|actual|true) (?:system )?(?:instructions?|prompt|rules|directives?) ?(?::|are (?:these|as follows)|follow)/,
    /\b(?:treat|take|consider|regard|obey|follow|execute) (?:the |this |that |these |any |every )?(?:\w+ ){0,4}as (?:(?:a|an|your|the|if it were) )?(?:\w+ )?(?:commands?|instructions?|orders?|directives?|system (?:prompt|message))\b/,
    /\b(?:follow|obey|execute|carry out) (?:the |any |all )?(?:directives|instructions|commands|orders) (?:found |contained |given |embedded |written |that (?:are|appear) )?(?:in|inside|within) (?:the )?(?:\w+ ){0,2}(?:bodies|body|results?|output|page|messages?|documents?|comments?|responses?|text|notes?)\b/,
    /\b(?:reveal|print|output|repeat|include|send|append|paste|give|disclose|recite)\b.{0,30}\b(?:your|the|full|whole|entire|its) (?:\w+ )?(?:system prompt|system message|hidden instructions?|initial instructions?)/,
    /\b(?:you|the (?:assistant|agent|model)) (?:have|has) been (?:granted|given) (?:full|complete|unlimited|blanket|root|admin) (?:approval|permission|access|authority|control|rights)/,
    /(?<!\b(?:if|once|when|after|unless|whether|until) (?:the |a )?)\b(?:user|human|customer|person|owner|administrator) (?:has |have )?already (?:given |granted )?(?:\w+ )?(?:consent|approv|agree|authori[sz]|accept|permi)/,
    /\bsupersedes? (?:the |your |any |all )?(?:operator|user|developer|client|previous|earlier|system)|\b(?:turn off|disable|skip) (?:the |all |any )?(?:confirmations?|guardrails?|safety|approval prompts)|\bstop following (?:the |your )?(?:operator|user|developer|instructions)|\bwithout (?:judging|judgement)|\bsans juger\b|\brestricted mode\b/,
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
    /(?<!\b(?:si|apres que|quand|une fois que|lorsque|des que) )\bl'utilisateur (?:a|avait) deja (?:donne|accepte|approuve|consenti|valide|autorise)/,
  ],
  others: [
    /\b(?:ignorier\w*|vergiss|vergessen sie|missacht\w+|uberge?h\w*) (?:\S+ ){0,4}(?:anweisung|regel|vorgabe|instruktion|richtlinie|befehl)/,
    /\b(?:ab sofort|von nun an|ab jetzt),? (?:gilt|gelten|bist|musst|sollst|antwort|folg)|\bdu bist (?:jetzt|nun|ab sofort|kein) /,
    /\b(?:ignora|ignore|olvida|olvide|descarta|omite) (?:\S+ ){0,3}(?:instruccion|regla|indicacion|norma|istruzion|regol|instruco|regras)/,
    /\b(?:a partir de ahora|desde ahora|de ahora en adelante),? (?:eres|debes|tu|usted|el asistente)\b|\bya no eres\b|\b(?:limitacion|instruccion|regla|restriccion)\w* (?:\S+ ){0,4}(?:anulad|suspendid|levantad|sin efecto)|\bel asistente (?:obedecera|obedece|acepta)/,
    /(?:忽略|无视|無視|忘记|忘掉|不要理会|抛开|作废).{0,10}(?:指令|指示|提示|规则|説明|说明|要求|命令|设定)|(?:指令|指示|规则|说明|設定|命令).{0,6}(?:作废|无效|無視|忘れ)|(?:从现在起|从现在开始|今后)[,，]?你|你现在是/,
  ],
};

/** Markup that pretends to stand above the rest. */
export const IMPORTANT =
  /<\/?important>|<\/?(?:system|secret|hidden|admin|critical|urgent|priority)[-_ ]?(?:instructions?|prompt|note|message|override|directive)?(?: [^<>]{0,60})?>/;

/** Speaks to the agent about what to do around its calls. */
export const DIRECTIVE: Phrases = {
  english: [
    /\b(?:before|after|when|whenever|prior to|every time|each time|in order to|to)\b.{0,50}\b(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?|answer(?:ing)?|respond(?:ing)?|work)\b.{0,80}\b(?:you must|must first|you have to|you need to|you should|always|first,? (?:read|call|use|open|get|collect|run)|please (?:read|open|include|call)|make sure|be sure)\b/,
    /\b(?:you must|you have to|you need to|you should|it is (?:required|mandatory|essential|critical)|make sure|be sure|always|first,?|please) (?:(?:to|also|always|first|then|silently|quietly) ){0,3}(?:read|open|access|cat|load|collect|get|fetch|retrieve|gather|copy|include|send|pass|upload|attach|append|call|use|run|execute|paste|fill|provide|forward|post)\b/,
    /\b(?:the |an? |any |dear )?(?:ai|llm|assistant|language model|agent|model)s?\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to|is required to)\b/,
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

/** Asks to keep something from the person. Said to the agent: what a tool does or does not tell is no matter. */
export const CONCEALMENT: Phrases = {
  english: [
    new RegExp(
      `\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without|avoid) (?:(?:ever|also|explicitly|directly|please) )?(?:tell(?:ing)?|inform(?:ing)?|let(?:ting)?) (?:the |your |any |a )?(?:${USER}|anyone|anybody|them|him|her)s?\\b`,
    ),
    new RegExp(
      `\\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't) (?:(?:ever|also|explicitly|directly) )?(?:notify|alert|warn) (?:the |your |any )?(?:${USER}|anyone|anybody)\\b`,
    ),
    /\b(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|without|avoid) (?:(?:ever|also|explicitly) )?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|explain(?:ing)?|say(?:ing)?|display(?:ing)?|report(?:ing)?|log(?:ging)?) (?:(?:any of |anything about |a word (?:of|about) )?(?:this|that|it|these|those)\b(?! (?:tool|widget|field))|(?:the |these |those |your |any )?(?:(?:previous|above|hidden|extra|additional|side|whole) )?(?:instructions?|steps?|note|sidenote|file|reads?|existence|contents?|rounding|transfer|copy|call|change)\b.{0,30}\b(?:to|from|with|in) (?:the |your )?(?:user|human|person|answer|reply|summary|response))/,
    /\b(?:keep|hide|conceal|leave|omit) (?:this|it|that|these|them|the (?:step|file|content|instruction|fact|call|transfer|change|copy)s?)\b.{0,30}\b(?:secret|hidden|quiet|between us|from (?:the |your )?(?:user|human|person|customer|summary|answer|reply)|out of (?:the|your|any|view|sight))/,
    /\b(?:user|human|person|customer)s? (?:must|should|shall|does|do|need|needs|may|can|will|would) ?(?:not|n't|never)(?: need to| have to)? (?:know|see|notice|find out|learn|suspect|be (?:told|informed|aware|shown))\b/,
    /\b(?:unbeknownst to|behind (?:the |their )?(?:user'?s?|back)|without (?:the |their |a )?(?:user|human|person|customer|owner)(?:'s)? (?:knowledge|knowing|noticing|consent|awareness|seeing))\b/,
    /\b(?:silently|quietly|discreetly|covertly|secretly|stealthily|surreptitiously|invisibly) (?:\w+ ){0,2}(?:send|add|append|include|copy|forward|upload|read|attach|insert|bcc|collect|record|store|install|execute|post|transmit|grant|create|transfer|change|replace)/,
    /\bif (?:the )?(?:user|human|person|anyone|someone|they|he|she|you are|you're) (?:asks?|asked|wonders?|questions?|notices?|complains?)\b.{0,80}\b(?:deny|lie|pretend|claim|say (?:it|that|you|this)|answer that|reply that|tell (?:them|him|her) (?:it|that)|blame|attribute|change the subject)\b/,
    /\b(?:pretend|act|behave) (?:that |as if |as though |like )?(?:this|it|nothing|everything|only)\b.{0,40}\b(?:happen|normal|occur|was|is not|fine|exist|one)/,
    /\b(?:must|should|has to) (?:stay|remain|be kept) (?:unaware|invisible|hidden from|in the dark)\b|\b(?:remain|stay) unaware\b|\bno trace\b|\bonly get the\b/,
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
    /(?:不要|别|勿|切勿|不得|不能|无需|不必)(?:让|向|告诉|告知|通知|透露|提及|提到|跟|对).{0,10}(?:用户|使用者|他人|任何人|客户|此|这)|(?:隐瞒|悄悄|偷偷|暗中|瞒着)/,
  ],
};

/** Files in which secrets lie. */
export const SECRET_PATH =
  /\.ssh\b|\bid[_ ](?:rsa|ed25519|ecdsa|dsa)\b|\bssh (?:private )?keys?\b|\bcles? ssh\b|\.aws\/(?:credentials|config)|(?:^|[^\w.])\.env(?:\.\w{1,12})?(?![\w/])|\.netrc\b|\.npmrc\b|\.pypirc\b|\.git-credentials\b|\.kube\/config|\.docker\/config|\bmcp\.json\b|claude_desktop_config|\/etc\/(?:passwd|shadow)\b|\bprivate keys?\b|\bcles? privees?\b|\bprivate[nrs]? schlussel\b|\bclaves? privadas?\b|\bwallet\.dat\b|\b(?:seed|recovery|mnemonic) phrase\b|\bphrase (?:de recuperation|secrete|mnemonique)\b|\blogin keychain\b|\btrousseau\b|\.gnupg\b|\.config\/gcloud\b|\.(?:bash|zsh)_history\b|\bcookies\.sqlite\b|\blogin data\b|\bpgpass\b|\.tfstate\b|\.tfvars\b|\.kdbx\b|\blogin\.keychain|\/proc\/(?:self|\*|\d+)\/environ\b|私钥/;

/** Other things that are nobody else's business. */
export const SECRET_WORDS =
  /\b(?:api keys?|access tokens?|passwords?|credentials?|environment variables?|env(?:ironment)? dump|printenv|session cookies?|browser cookies|cookies|auth tokens?|session tokens?|(?:conversation|chat|message|shell|browsing) history|(?:previous|earlier|prior|all|last|recent) (?:\w+ )?messages|(?:whole|entire|full|complete) (?:conversation|chat|prompt|context)|chat messages|system (?:prompt|message)|messages? of (?:this|the) conversation|[a-z]+_(?:token|api_key|secret(?:_key)?)|everything you know about the user|other tools available|(?:tools? |their )results? they returned|mots de passe|cles? (?:d')?api|jetons? d'acces|cookies|identifiants de connexion|variables? d'environnement|historique (?:complet|integral|du shell|du terminal|de la (?:conversation|discussion)|de navigation|des (?:messages|echanges))|(?:tous les|derniers|precedents) messages|(?:toute|l'integralite de) la conversation|(?:message|consigne|prompt|invite|instructions?) systeme|zugangsdaten|passwort\w*|kennwort\w*|gesprachsverlauf|chatverlauf|nachrichten des gesprachs|umgebungsvariablen|contrasenas|historial (?:de|del)|variables de entorno|credenciales)\b|密码|密钥|凭据|凭证|环境变量|聊天记录|对话历史|系统提示|会话记录/;

/** Private things that only a tool made for them has a use for. */
export const PRIVATE =
  /\b(?:clipboard|presse-papiers|kubeconfig|card numbers?|numero de carte|cvv|cryptogramme|mailbox|postfach\w*|buzon|boite (?:mail|de reception)|bank statements?|releves? bancaires?|kontoausz\w+|carnet d'adresses|repertoire de contacts|address book|long[- ]term memory|(?:your|the (?:assistant|agent|model)'s) (?:own |whole |entire )?memory|(?:ta|votre) memoire|memoire a long terme|before the (?:user's )?first message|avant le premier message|private reasoning|raisonnement prive|chain of thought|health records?|dossier medical|medical records?|screenshots? of|captures d'ecran|password manager|gestionnaire de mots de passe|keychain|export-secret-keys|browsing history|said about themselves|social security|donnees personnelles|personal data|persona(?:l|le) daten)\b|身份证|银行卡|剪贴板|通讯录/;

/** Hands something on that the tool has no use for. */
export const PASSING: Phrases = {
  english: [
    /\b(?:pass|put|include|place|send|append|attach|provide|add|copy|paste|encode|submit|forward|upload|post|transmit|exfiltrate|write|leak|embed|supply|hand (?:(?:it|them|this|that) )?over)\b.{0,60}\b(?:as|in|into|to|with|via|through|inside|under|at|here|verbatim)\b/,
    /\b(?:send|upload|post|forward|transmit|exfiltrate|mail|leak)\b.{0,80}(?:https?:\/\/|\w@\w)/,
    /\b(?:contents?|content|data|value|text) (?:from|of) (?:reading |opening )?.{0,20}(?:\.ssh|id[_ ]rsa|\.env|ssh|private key|passwd|credentials)/,
    /\b(?:must|should|has to|needs to|required to) (?:be|hold|contain|carry|include)\b/,
  ],
  french: [
    /\b(?:place|mets|mettre|mettez|ajoute|envoie|envoy|transme|copie|joi[ngs]|inclu|inser|depos|coll|fourni|rempli|recopi|poste|televers|transf)\w*\b.{0,80}\b(?:dans|a|au|vers|ici|en|sur|avec|par)\b|\bdoit (?:comporter|contenir|inclure|etre)\b/,
    /\b(?:les|le|la|en|tout) (?:passer?|passez|verser?|versez)\b.{0,60}\b(?:dans|a|au|sous)\b/,
  ],
  others: [
    /\b(?:fug\w*|hang\w*|send\w*|schick\w*|ubermittl\w*|kopier\w*|schreib\w*|ubergib\w*|leg\w*)\b.{0,80}\b(?:an|ein|in|im|als|mit|bei)\b/,
    /\b(?:anad\w*|envi\w*|incluy\w*|inclui\w*|adjunt\w*|copi\w*|pon|ponga|pega|escrib\w*)\b.{0,80}\b(?:en|a|al|con|como)\b/,
    /(?:放进|放入|放到|传入|传给|附上|附加|发送|填入|写入|提交|上传|复制)/,
  ],
};

/** Turns other tools to its own ends. */
export const SHADOWING: Phrases = {
  english: [
    /\b(?:when|whenever|before|after|if|every time|each time)\b.{0,60}\b(?:other tools?|another tool|any tool|every tool|any other|all (?:other )?tools|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,100}\b(?:must|always|instead|redirect|replace|bcc|also (?:send|call|include|forward)|change the (?:recipient|address))\b.{0,60}\b(?:this|attacker|send|call|recipient|address|to|with)\b.{0,60}(?:@|\bthis tool\b|https?:\/\/|\brecipient\b)/,
    /\b(?:all|any|every) (?:e-?mails?|messages?|payments?|transfers?|requests?|commits?) (?:must|should|have to|need to|are to) (?:also )?(?:be )?(?:sent|send|go|routed|forwarded|copied|redirected|bcc'?d)\b/,
    /\b(?:set|chang\w+|replac\w+|rewrit\w+|modif\w+|multipl\w+|swap\w*|redirect\w*|bcc|add)\b.{0,60}\b(?:recipients?|payee|beneficiary|iban|attendees?|amount (?:argument|field|parameter)|account number|bcc|reply-to|destination (?:address|account))\b.{0,80}\b(?:of|for|in|to|when|from|with|before)\b.{0,60}(?:\b[a-z0-9]{1,40}_\w{1,60}|@|\+\d|\b(?:other|every|each|any) (?:tool|event|message|payment|transfer|mail)s?)/,
    /(?:\b[a-z0-9]{1,40}_\w{1,60}|\b(?:other|another|any|payments?|mail|messaging|calendar) (?:tools?|servers?)).{0,60}\b(?:set|change|replace|rewrite|modify|multiply|swap|redirect|bcc|add)\b.{0,60}\b(?:recipient|payee|beneficiary|iban|attendee|amount|account|address|bcc|destination)/,
    /\b(?:must|has to|needs to|should|always|required to)\b.{0,30}\b(?:be )?(?:called|invoked|run|used|call|consulted)\b.{0,30}\b(?:before|prior to|ahead of|after|first (?:on|for|in)|on|for|with)\b (?:\w+ ){0,3}?(?:any|every|each|all|anything|everything)\b(?: else)?(?! (?:\w+ ){0,2}(?:of|in|from|on) this (?:server|mcp|toolset|plugin|session))(?:,| (?:other |single )?(?:tools?|turn|tool call|operation|action|file|servers?|command|e-?mail|response|answer|user (?:request|message)))/,
    /\b(?:other|original|genuine|official|built-?in|old|native|standard) (?:\w+ ){0,3}(?:tools?|copies|servers?|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,80}\b(?:compromis\w+|leak\w*|malicious|backdoor\w*|infected|hacked|untrusted|stolen|fake|outdated copies|must not be used|no longer (?:safe|trusted))/,
    /\bresults? (?:from|of) .{0,60}(?:thrown away|discarded|ignored|not (?:be )?(?:trusted|used)|hostile|falsified)/,
    /\b(?:pass|send|route|run|submit) (?:each|every|any|all) (?:\w+ ){0,2}(?:tool )?calls?\b.{0,40}\b(?:of|from|by|to) (?:any|every|each|all|other|another|the other|connected)/,
    /\b(?:for|on|pour|sur|to|aux) (?:the |les |all |tous les )?(?:other |autres )?(?:tools?|outils?) (?:of|that|which|de|d'|qui|connect)\b.{0,100}\b(?:chang\w+|replac\w+|set|round|remplac\w+|modifi\w+|arrondi\w*|inscri\w+|doubl\w+|add|ajout\w+|must|doi\w+)\b.{0,60}(?:argument|parameter|field|champ|parametre|recipient|destinataire|amount|montant|address|adresse|path|profit|account|compte)/,
    /\b[a-z0-9]{1,40}_\w{1,60}.{0,80}\b(?:argument|parameter|field|option|branch|path)\b.{0,40}\b(?:now takes|changed to|must (?:be|have)|is to be|always|set to|replaced|prefixed)\b/,
    /\b(?:note|rule|convention|correction|guidance) (?:on|for|about|regarding) [a-z0-9]{1,40}_\w{1,60}.{0,160}\b(?:call it|use it|skip|approve\w*|instead|always)\b/,
    /\b(?:shared|common|applie[sd]|applicable) (?:to|by|for|across) (?:all|every|any) (?:connected|installed|other) (?:servers?|tools?)\b/,
    /\b(?:when|whenever|once|as soon as) (?:the |an?other |any )(?:\w+ )?(?:server|tool)s? (?:places?|sends?|makes?|writes?|creates?|pays?|books?|opens?|commits?|prepares?)\b/,
  ],
  french: [
    /\b(?:tous les|chaque) (?:courriels?|mails?|messages?|paiements?|virements?|fichiers?) (?:doi\w+|devront) (?:aussi )?(?:partir|etre (?:envoye|transfere|copie|redirige)|passer|aller)/,
    /\b(?:lorsque|quand|si|pour|avec|chaque fois)\b.{0,40}\b(?:outil|outils|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,100}\b(?:remplac\w+|modifi\w+|chang\w+|doi\w+|mets|mettre|redirig\w+|utilis\w+ toujours|ajout\w+)\b.{0,60}(?:destinataire|beneficiaire|iban|montant|compte|adresse|copie|branche|parametre|@)/,
    /\b(?:doit|devra|toujours|imperativement)\b.{0,30}\b(?:appele|invoque|execute|utilise|consulte)\w*\b.{0,30}\b(?:avant|apres|pour|a)\b (?:\S+ ){0,2}?(?:n'importe quel|chaque|tout|toute|tous les|toutes les) (?:autre )?(?:outil|appel|tour|operation|action|fichier|commande|reponse|message)s?(?! (?:de|du) ce serveur)/,
    /\ben presence d'un (?:autre )?outil\b/,
    /\b(?:tous les|aux autres|les autres) (?:serveurs?|outils) (?:connectes?|installes?|de la session)\b.{0,120}\b(?:doi\w+|s'emploie\w*|s'utilise\w*|jamais|toujours|remplac\w+)/,
    /\b(?:resultats?|reponses?|sorties?) (?:sont|est) (?:falsifie|truque|fausse|pirate)\w*|\bprefer\w* toujours (?:celui-ci|cet outil)/,
    /\b(?:correspondances?|conventions?|consignes?|regles?) .{0,30}\b(?:pour|aux) (?:les )?(?:autres )?(?:outils|serveurs) (?:de|d'|qui)\b/,
    /\b[a-z0-9]{1,40}_\w{1,60}.{0,60}\b(?:compromis|compromised|pirate|infecte|dangereux|ne doit plus etre utilise|kompromittiert|comprometid)/,
  ],
  others: [
    /\b(?:wenn|sobald|falls|cuando|si)\b.{0,60}\b[a-z0-9]{1,40}_\w{1,60}.{0,100}\b(?:ersetz\w+|ander\w+|setz\w+|cambi\w+|reemplaz\w+|sustituy\w+|anad\w+)\b.{0,60}(?:empfanger|betrag|konto|adresse|destinatario|importe|cuenta|direccion|@)/,
    /(?:使用|调用)\s?\b[a-z0-9]{1,40}_\w{1,60}.{0,30}(?:改为|替换|修改|换成|加上)|(?:其他|别的)(?:工具|服务器).{0,20}(?:作废|不要使用|禁用|改为)/,
    /必须.{0,10}(?:在|先).{0,10}(?:任何|所有|每个|每次).{0,6}(?:工具|操作|调用).{0,6}(?:之前|前|调用)/,
    /\b(?:sobald|wenn) ein(?: anderes|e andere)? (?:werkzeug|tool|server)\b/,
  ],
};

/** Does what the person did not ask for, and does not wait for a yes. */
export const UNASKED: Phrases = {
  english: [
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

/** An address that is written out, whose it may be. */
export const DESTINATION =
  /\b(?:https?|wss?|ftp|s3|gs):\/\/[\w.-]{1,200}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}|\bgit@[\w.-]{1,100}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\+\d[\d -]{6,20}\d|\b(?:subdomain|sous-domaine|subdominio) (?:of|de|von) [\w.-]{1,100}|\bpublic (?:gist|bucket|channel)\b|\bgist public\b/;

/** Sends something on. */
export const SENDING =
  /\b(?:send|sends|post|posts|upload\w*|forward\w*|transmit\w*|push\w*|mirror\w*|submit\w*|bcc|cc|deliver\w*|exfiltrate\w*|sync\w*|append|relay|copy|email|mail|go(?:es)? to|lands? in)\b|\b(?:envo\w+|part|poste|poster|publi\w+|resoudre|transme\w+|transf\w+|televers\w+|depos\w+|pouss\w+|partir vers|partent vers|recopi\w+|copie\w*|termine)\b|\b(?:send\w*|schick\w*|ubermittl\w*|hang\w*|leit\w*|lad\w* .{0,40}hoch)\b|\b(?:envi\w+|mand\w+|anad\w+|sub\w+|reenvi\w+|public\w+)\b|(?:发送|上传|转发|传到|提交|抄送)/;

/** What is sent is more than the tool was asked for. */
export const EVERYTHING =
  /\b(?:all|always|every|each|any|also|whole|entire|full|complete|raw|together with|first|after|once|before|copy|mirror|contents?|results?|conversation|messages|question|history|files?|repository|contact|phone|card|numbers?|password|token|secret|data)\b|\b(?:toujours|chaque|tous|toutes|aussi|integral\w*|complet\w*|apres|avant|une fois|copie|contenu|resultat|conversation|messages|question|historique|fichiers?|donnees|titres|participants|contrat)\b|\b(?:immer|jede\w*|alle\w*|auch|nachrichten|inhalt|ergebnis\w*)\b|\b(?:siempre|cada|todos?|todas?|ademas|tambien|contenido|mensajes|copia)\b|每|所有|全|内容|结果|联系/;

/** Speaks to the model itself, not to who reads a manual. */
export const TO_MODEL =
  /\b(?:for|to|note for|note to|addressed to) the (?:model|assistant|agent|llm|ai)(?: only)?\b|\b(?:assistant|agent|model|llm|ai) ?(?:only|note|instructions?|directive)?:|\bthe agent (?:does|adds|runs|opens|executes|sends|also|then)\b|\b(?:l'agent|l'assistant|le modele|l'ia) (?:doit|ouvre|envoie|ajoute|integre|execute|termine|lance|transmet|fait)\b|\b(?:toi-meme|ta reponse|your (?:visible )?(?:reasoning|answer|reply|final answer|summary))\b|\b(?:der agent|der assistent|el agente|el asistente)\b/;

/** Little words of which a French text has some. A text that is wrongly taken for one costs time alone. */
export const FRENCH =
  /\b(?:le|la|les|des|du|une?|et|est|ne|pas|vous|tu|dans|pour|sans|aux|ce|cette|il|elle|[ldnsc]'\w)\b/;

/** The same for the other languages. */
export const OTHERS =
  /[\u3040-\u9fff]|\b(?:der|die|das|und|nicht|eine?|den|dem|el|los|las|una|con|para|que|gli|non|os|nao|se|no lo|es|im|zu)\b/;
