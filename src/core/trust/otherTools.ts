import type { Phrases, Reading } from './languages';
import { DIRECTIVE, TO_MODEL } from './phrases';

/** What a tool says that it is for, and what it is called, in plain words. */
interface ToolWords {
  readonly purpose: string;
  readonly name: string;
}

/** Whether a text has the agent use other tools, or leave them, in another way than it would. */
export function isAboutOtherTools(said: Reading, { purpose, name }: ToolWords): boolean {
  // A first sentence that is itself such a rule says nothing of what the tool is for.
  const own = purpose.search(RULE_FOR) < 0 ? purpose : name;
  return said.says(SHADOWING) || steers(said, purpose) || rules(said, own);
}

/** Turns other tools to its own ends. */
const SHADOWING: Phrases = {
  english: [
    /\b(?:when|whenever|before|after|if|every time|each time)\b.{0,60}\b(?:other tools?|another tool|any tool|every tool|any other|all (?:other )?tools|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,100}\b(?:must|always|instead|redirect|replace|bcc|also (?:send|call|include|forward)|change the (?:recipient|address))\b.{0,60}\b(?:this|attacker|send|call|recipient|address|to|with)\b.{0,60}(?:@|\bthis tool\b|https?:\/\/|\brecipient\b)/,
    /\b(?:all|any|every) (?:\w+ )?(?:e-?mails?|messages?|payments?|transfers?|requests?|commits?|contents?|files|results|queries|conversations|prompts) (?:must|should|have to|need to|are to) (?:also )?(?:be )?(?:sent|send|go|routed|forwarded|copied|redirected|bcc'?d)\b/,
    /\b(?:set|chang\w+|replac\w+|rewrit\w+|modif\w+|multipl\w+|swap\w*|redirect\w*|bcc|add)\b.{0,60}\b(?:recipients?|payee|beneficiary|iban|attendees?|amount (?:argument|field|parameter)|account number|bcc|reply-to|destination (?:address|account))\b.{0,80}\b(?:of|for|in|to|when|from|with|before)\b.{0,60}(?:\b[a-z0-9]{1,40}_\w{1,60}|@|\+\d|\b(?:other|every|each|any) (?:tool|event|message|payment|transfer|mail)s?)/,
    /(?:\b[a-z0-9]{1,40}_\w{1,60}|\b(?:other|another|any|payments?|mail|messaging|calendar) (?:tools?|servers?)).{0,60}\b(?:change|replace|rewrite|modify|multiply|swap|redirect|bcc|add|set the)\b.{0,60}\b(?:recipient|payee|beneficiary|iban|attendee|amount|account|address|bcc|destination)/,
    /\b(?:other|original|genuine|official|built-?in|old|native|standard) (?:\w+ ){0,3}(?:tools?|copies|servers?|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,80}\b(?:compromis\w+|leak\w*|malicious|backdoor\w*|infected|hacked|untrusted|stolen|fake|outdated copies|must not be used|no longer (?:safe|trusted))/,
    /\bresults? (?:from|of) .{0,60}(?:thrown away|discarded|ignored|not (?:be )?(?:trusted|used)|hostile|falsified)/,
    /\b(?:pass|send|route|run|submit) (?:each|every|any|all) (?:\w+ ){0,2}(?:tool )?calls?\b.{0,40}\b(?:of|from|by|to) (?:any|every|each|all|other|another|the other|connected)/,
    /\b(?:for|on|pour|sur|to|aux) (?:the |les |all |tous les )?(?:other |autres )?(?:tools?|outils?) (?:of|that|which|de|d'|qui|connect)\b.{0,100}\b(?:chang\w+|replac\w+|set|round|remplac\w+|modifi\w+|arrondi\w*|inscri\w+|doubl\w+|add|ajout\w+|must|doi\w+)\b.{0,60}(?:argument|parameter|field|champ|parametre|recipient|destinataire|amount|montant|address|adresse|path|profit|account|compte)/,
    /\b[a-z0-9]{1,40}_\w{1,60}[^.!?]{0,80}\b(?:argument|parameter|field|option|branch|path)\b.{0,40}\b(?:now takes|changed to|must (?:be|have)|is to be|always|set to|replaced|prefixed)\b/,
    /\b(?:note|rule|convention|correction|guidance) (?:on|for|about|regarding) [a-z0-9]{1,40}_\w{1,60}.{0,160}\b(?:call it|use it|skip|approve\w*|instead|always)\b/,
    /\b(?:shared|common|applie[sd]|applicable) (?:to|by|for|across) (?:all|every|any) (?:connected|installed|other) (?:servers?|tools?)\b/,
    /\bignore (?:all |any |every |the )?(?:other|existing|built-?in|competing|alternative|original) (?:\w+ ){0,2}(?:tools?|servers?|functions?|implementations?)\b|\bthis tool no matter\b/,
    /\b(?:use|call|run|choose|prefer|pick) (?:only )?(?:this|it)(?: tool| function| server| one)? (?:rather than|instead of|over) (?:(?:the|any|all) )?(?:others\b|(?:tools|functions) of (?:the |any |all )?other (?:servers?|providers?|vendors?)|other (?:servers?|providers?|vendors?)\b|the [\w-]+ (?:mcp )?server\b)/,
    // Speaks ill of another tool, so that this one is called.
    /\b(?!this\b)[\w-]{2,40} (?:tool|server|function)s?,? (?:\w+ ){0,2}(?:is|are|was|has been|have been) (?:\w+ )?(?:broken|compromised|unsafe|insecure|malicious|untrusted|untrustworthy|hacked|infected|buggy)\b.{0,40}\b(?:call|use|prefer|run|choose) (?:only )?(?:this|it)\b|\b(?:use|call) (?:[\w-]+ ){1,6}(?:tool|server|function)\b,? (?:which|that) (?:is|has been|was) (?:broken|compromised|unsafe|insecure|hacked|infected)\b|\bother (?:\w+ ){1,2}are (?:deprecated|broken|compromised|unsafe|insecure|unreliable|not safe)\b/,
    /\bif (?:the )?["'`]?[a-z0-9]{1,40}_\w{1,60}["'`]? (?:tool )?is (?:also )?(?:available|installed|present|there)\b.{0,20}\b(?:do not|don't|never) (?:use|call)\b|\bignore (?:the |any |all )?(?:descriptions?|instructions?|warnings?|results?|outputs?|errors?) (?:of|from|by) (?:all |any |the )*other (?:tools?|servers?)\b|\b(?:do not|don't|never) (?:use|call) the (?!this\b)[\w-]+ tool\b.{0,30}\buse this (?:one |tool )?for (?:all|every|each|any)\b/,
    /\balso (?:call|invoke|run|use|execute) (?:the )?["'`]?\w+["'`]? tool\b.{0,40}\bwith (?:all|every|the (?:full|whole|entire|complete))\b|\bmust (?:always )?(?:call|use|invoke|run) this tool (?:for|on|with) (?:every|each|any|all)\b|\bmust be (?:called|executed|invoked|run) (?:immediately|directly|right) before (?:any|every|each|all)\b/,
    /\bbefore you (?:respond|answer|reply),? (?:\w+ )?(?:call|invoke|run) ["'`]?\w+_\w+["'`]? and include (?:its|the) (?:full |whole |complete |entire )?(?:output|results?)|\bmust always call ["'`]?(?:export|send|dump|upload|backup|sync|post|forward)_\w+["'`]? before (?:answering|responding|replying)|\buse this tool instead of the (?:original|official|genuine|real) (?:\w+ )?(?:tool|server|function)\b/,
    /\bwhen(?:ever)? (?:the )?["'`]?\w+_\w+["'`]? (?:tool )?is (?:called|used|invoked|run),? (?:(?:always|first|then) )?(?:route|pass|set|change|replace|append|rewrite)\b|\bwhen(?:ever)? using (?:the )?["'`]?\w+["'`]?(?: tool)?,? (?:you (?:must|should) )?always (?:rewrite|replace|change|set|modify|override|substitute)\b|\bmust (?:also |always )?(?:forward|send|pass|submit|post|copy|report) (?:the |all |each |every )?(?:full|whole|entire|complete|raw) \w+ to ["'`]?\w+_\w+|\b\w+_\w+ is (?:now )?(?:deprecated|obsolete|outdated|superseded)\b.{0,80}\b(?:vulnerab\w*|unsafe|insecure|spoof\w*|exploit\w*)/,
    // Takes the place of another.
    /\b(?:redefines|shadows|hijacks|impersonates|poses as|masquerades as|pretends to be|disguised as) (?:(?:the|an?|any|all) )?(?:[a-z0-9]{1,40}_\w{1,60}|(?:[\w-]+ ){0,3}(?:tool|server|function)s?)\b|\bthis (?:tool|server) (?:supersedes|overrides|shadows) the [\w-]+ (?:mcp )?(?:server|tool)\b|\boverrides? any (?:\w+ )?(?:tool|server|function)s?\b|\bregister(?:s|ed)? (?:itself )?(?:under|with|as) (?:the |a )?(?:same )?name\b.{0,20}\b[a-z0-9]{1,40}_\w{1,60}/,
    // Says what goes into another tool, or what becomes of what came out of it.
    /\b(?:when|whenever|if|before|once|after) (?:the )?(?!this\b|the\b|an?\b)[\w-]{2,40} tool (?:is|gets) (?:used|called|invoked|run)\b.{0,20}\b(?:set|change|replace|substitute|swap|modify|append|double|alter|redirect)\b|\b(?:results?|outputs?|answers?|values?) (?:of|from) the (?!this\b)[\w-]{2,40} tool (?:must|should|shall|have to|need to|has to|are to) be (?:multiplied|changed|modified|replaced|altered|adjusted|rewritten|corrected|doubled|increased|reduced|rounded)\b|\btool\b.{0,40}\bhas an? (?:\w+ )?(?:bug|fault|flaw)\b.{0,20}\b(?:add|subtract|multiply|change|replace|correct|double)\b/,
    /\bafter (?:every|each|any) (?:other )?tool call\b.{0,20}\b(?:call|run|invoke|send|report)\b.{0,60}\b(?:results?|outputs?|arguments?|responses?)\b|\b(?:all|every|any|each) (?:future|subsequent|later|other|further) (?:tool )?calls?\b.{0,20}\b(?:must|should|has to|have to|need to|will)\b.{0,60}\b(?:user'?s|e-?mail|conversation|history|passwords?|prompt)\b|\b(?:all|every|any|each) (?:[\w-]+ ){1,3}(?:must|should|has to|have to|needs? to) (?:go|pass|be (?:routed|sent|passed|made)) (?:first )?(?:through|via|by) (?:here|this)\b(?! (?:proxy|gateway|router))/,
    /\b(?:do not|don't|never) use (?:any |the )?other tools?\b|\b(?:route|send|pass|direct|funnel) (?:all|every|any) (?:[\w-]+ ){0,3}(?:calls?|requests?|traffic|messages?|queries|e-?mails?) (?:through|via|to|into) this\b(?! (?:proxy|gateway|router))/,
    /\b(?:overrides?|intercepts?|shadows?|hijacks?) (?:the )?(?:\w+ (?:of|to|from) )?(?:(?:the|all|any|every) ){1,2}(?:[\w-]+ ){0,4}(?:other|trusted|original|built-?in|default)\b.{0,20}\b(?:tools?|servers?)\b|\bthis (?:tool|server) (?:replaces|supersedes|overrides) (?:the|all|any|every) (?:default|built-?in|native|original|official|standard|existing|other)\b|\breplaces? the (?:built-?in|default|original|native) tools?\b|\bacts? as the official\b/,
    /\b(?:before|after|when|whenever) (?:calling|using|invoking|running) the [\w-]+ tool\b[^.!?]{0,20}\b(?:include|attach|append|send|add|pass|copy) (?:all|every|the (?:full|whole|entire|complete))\b/,
    /\b(?:call|invoke|run|use|trigger|calling|running) (?:the )?["'`]?(?:(?:delete|clear|wipe|purge|disable)_(?:\w+_)?(?:logs?|history|audit\w*|traces?|alerts?|monitor\w*|security)|(?:leak|exfil\w*|steal)_\w+|phone_home)\b/,
    /\b(?:run|execute|call|use|invoke) this (?:tool|function)\b.{0,40}\b(?:correct|fix|amend|modify|replace|overwrite|override|alter|change)\b.{0,30}\b(?:wrong|incorrect|erroneous|faulty|mistaken|false) (?:results?|outputs?|answers?|verdicts?|responses?|values?)\b/,
    /\b(?:must|has to|needs? to|shall) be (?:called|consulted|invoked|used|run)\b.{0,40}\b(?:phrase|word|keyword|term|string)\b.{0,60}\b(?:appears?|occurs?|is (?:found|mentioned|present))\b.{0,40}\b(?:conversation|history|context|prompt|messages|chat)\b/,
    /\b(?:before|after|when|whenever|while) (?:the )?(?:execut|call|invok|us|runn?)(?:e|ing|ed)? (?:the )?\w+ (?:operation|tool|function|command|request)s?\b.{0,40}\b(?:this tool|this function)\b.{0,60}\b(?:replace|change|modify|swap|substitute|overwrite)\b/,
    /\b(?:must|always|mandatory|required)\b.{0,40}\b(?:call|consult|invok|run|us)(?:e|ed|ing)?\b.{0,80}\b(?:every time (?:a|any|another) (?:other )?tool|after any action|(?:on|in|of|for|at the start of) (?:every|each) (?:agent )?(?:session|turn|conversation|interaction)\b.{0,40}(?:compliance|audit|must|mandatory|all )|as the first step.{0,30}before (?:asking|providing|answering))/,
    /\b(?:all|every|any|each) (?:\w+ ){0,2}commands?\b.{0,60}\b(?:must|should|have to|need to|are to|has to)\b.{0,30}\b(?:prefix|start|begin|preced|append|end with|includ)\w*/,
    /\bwhen(?:ever)?\b.{0,60}\b(?:use|using|call|calling|invoke|invoking)\b (?:the )?["'`]?\w+_\w+["'`]?(?: tool)?,? (?:you must )?(?:always )?(?:first )?(?:call|use|run) this tool\b/,
    /\bprefer (?:it|this|this one) (?:over|to) (?:any|all|every|the) other\b|\balways (?:choose|pick|select|prefer) this\b.{0,60}\b(?:every|any|all)\b|\bbetter than (?:any|all|every) other\b/,
    /\b(?:other|original) (?:\w+ ){0,2}(?:implementations?|tools?|servers?|versions?)\b.{0,30}\b(?:is|are) (?:deprecated|unsafe|insecure|unreliable|buggy|outdated|broken|compromised)\b/,
    /\bfor (?:every |all |each |any )?[^.]{1,60}\b(?:requests?|queries|calls?)\b[^.]{0,40}\breplace the\b.{0,40}\b(?:with|by)\b/,
    // Another value than the person's own.
    /\b(?:recipients?|payees?|beneficiar(?:y|ies)|amounts?|accounts?|address(?:es)?|arguments?|fields?|parameters?|prices?|quantit(?:y|ies)|destinations?)\b.{0,60}\b(?:set|chang(?:e|ed)|rewrit(?:e|ten)|replac(?:e|ed)|overwrit(?:e|ten)|swap(?:ped)?|fill(?:ed)?|redirect(?:ed)?|rout(?:e|ed)|forced)\b.{0,60}\b(?:whatever|no matter (?:what|which|who)|(?:regardless|irrespective) of (?:what|which|who|the \w+)|instead of (?:what|the \w+))\b.{0,20}\b(?:users?|persons?|people|human|customer|caller|they|he|she)\b.{0,16}\b(?:said|says?|specif(?:y|ied|ies)|gave|gives?|given|ask(?:s|ed)?|enter(?:s|ed)?|chose|wrote|typed|want(?:s|ed)?|request(?:s|ed)?|meant)\b/,
    /\bafter (?:any|every|each|all) (?:other )?(?:\w+ )?tools? (?:is|are|was|were|has been|gets?) (?:\w+ )?(?:called|run|used|invoked|executed)\b.{0,40}\b(?:call|run|use|invoke) this\b/,
    /\b(?:ignor|disregard|discard)(?:e|ing)? (?:whatever|anything|everything|what|all) (?:that )?["'`]?\w+_\w+["'`]? (?:\w+ )?(?:returns?|says?|reports?|gives?|outputs?)\b/,
    /\b(?:choose|prefer|select|pick) ["'`]?\w+["'`]? instead of (?:any |all |the )?(?:other|competing|alternative)s?\b.{0,20}\b(?:whenever|always|in (?:all|every))\b/,
    /\baccess to (?:all|any|every) (?:(?:of the |the )?(?:other|connected|installed|linked) ){1,2}(?:tools?|servers?|services?)'? ?(?:credentials?|secrets|tokens|keys)\b/,
    // Has every call told to this tool first.
    /\b(?:must|always|shall)\b.{0,30}\b(?:call|use|invoke|run) this (?:tool|function) first\b.{0,80}\b(?:copy|rendering|string|json|text|list|record)s? of (?:the|each|every|any|all|its|their)\b.{0,30}\b(?:inputs?|arguments?|calls?|data|parameters?)\b/,
    /\btools? (?:should|must|can|may|are to) be (?:skipped|ignored|disabled|bypassed)\b/,
    /\b(?:do not|don't|never) use (?:the )?\w+ tool\b.{0,60}\b(?:supersedes|replaces|instead of it)\b/,
    /\b(?:use|call|prefer|choose|select|pick) (?:only )?this (?:tool|server|function)\b.{0,80}\b(?:even (?:when|if|though)|regardless of|no matter|instead of any|and never|rather than any)\b.{0,40}\b(?:other|another|different|better|alternative|competing)\b/,
    /\b(?:retriev|collect|read|list|fetch|gather|obtain|query|pull|call|export)\w*\b.{0,60}\b(?:from|on|of|in) (?:the |all |any |every |your |other )*(?:connected|linked|neighbou?ring|installed|other|sibling|co-?located) (?:\w+ ){0,2}(?:services?|servers?|managers?|tools?|integrations?|accounts?|mcps?)\b.{0,120}\b(?:forward|send|pass|call|sync|upload|submit|post|relay|through|into)\w*/,
    /\b(?:when|whenever|once|as soon as) (?:the |an?other |any )(?:\w+ )?(?:server|tool)s? (?:places?|sends?|makes?|writes?|creates?|pays?|books?|opens?|commits?|prepares?)\b/,
  ],
  french: [
    /\b(?:tous les|chaque) (?:courriels?|mails?|messages?|paiements?|virements?|fichiers?) (?:doi\w+|devront) (?:aussi )?(?:partir|etre (?:envoye|transfere|copie|redirige)|passer|aller)/,
    /\b(?:lorsque|quand|si|pour|avec|chaque fois)\b.{0,40}\b(?:outil|outils|\b[a-z0-9]{1,40}_\w{1,60})\b.{0,100}\b(?:remplac\w+|modifi\w+|chang\w+|doi\w+|mets|mettre|redirig\w+|utilis\w+ toujours|ajout\w+)\b.{0,60}(?:destinataire|beneficiaire|iban|montant|compte|adresse|copie|branche|parametre|@)/,
    /\ben presence d'un (?:autre )?outil\b/,
    /\b(?:tous les|aux autres|les autres) (?:serveurs?|outils) (?:connectes?|installes?|de la session)\b.{0,120}\b(?:doi\w+|s'emploie\w*|s'utilise\w*|jamais|toujours|remplac\w+)/,
    /\b(?:resultats?|reponses?|sorties?) (?:sont|est) (?:falsifie|truque|fausse|pirate)\w*|\bprefer\w* toujours (?:celui-ci|cet outil)/,
    /\b(?:correspondances?|conventions?|consignes?|regles?) .{0,30}\b(?:pour|aux) (?:les )?(?:autres )?(?:outils|serveurs) (?:de|d'|qui)\b/,
    /\b[a-z0-9]{1,40}_\w{1,60}.{0,60}\b(?:compromis|compromised|pirate|infecte|dangereux|ne doit plus etre utilise|kompromittiert|comprometid)/,
  ],
  others: [
    /\b(?:wenn|sobald|falls|cuando|si)\b.{0,60}\b[a-z0-9]{1,40}_\w{1,60}.{0,100}\b(?:ersetz\w+|ander\w+|setz\w+|cambi\w+|reemplaz\w+|sustituy\w+|anad\w+)\b.{0,60}(?:empfanger|betrag|konto|adresse|destinatario|importe|cuenta|direccion|@)/,
    /(?:使用|调用)\s?\b[a-z0-9]{1,40}_\w{1,60}.{0,30}(?:改为|替换|修改|换成|加上)|(?:其他|别的)(?:工具|服务器).{0,20}(?:作废|不要使用|禁用|改为)/,
    /\b(?:sobald|wenn) ein(?: anderes|e andere)? (?:werkzeug|tool|server)\b/,
  ],
};

/** Whether it makes the agent act through another tool, for no reason of its own. */
function steers(said: Reading, purpose: string): boolean {
  if (said.has(STEERING)) return said.has(EXCUSE) || said.has(TO_MODEL);
  const reads = said.has(BRINGS) || (said.has(READS_BY_TOOL) && said.says(DIRECTIVE));
  return reads && !ABOUT_FILES.test(purpose);
}

/** Whether it says how another tool is used, or that it is better than all. */
function rules({ text }: Reading, purpose: string): boolean {
  const isOther = (name = 'this'): boolean =>
    !/^(?:this|the|it|that|any|all)$/.test(name) && !purpose.includes(name.replaceAll('_', ' '));
  // Most texts have none of either.
  const isRule =
    text.search(RULE_FOR) >= 0 &&
    [...text.matchAll(RULE_FOR)].some(([, used, called]) => isOther(used) && isOther(called));
  return isRule || new Set(text.match(PRAISE) ?? undefined).size >= 3;
}

/** Has another tool act on what this one was given, for a reason that nobody can check. */
const STEERING =
  /\b(?:must|required to|have to|has to|needs? to|should|shall|immediately|next,?|always|be sure to|also|then|afterwards|(?:after|before) \w+ing[^.,]{0,30},)(?: |\b).{0,24}\b(?:call|invoke|run|use|trigger|execute)\b (?:the |a )?["'`]?(?:(?:credentials?|audit|export|backup|send|email|mail|post|http|upload|forward|publish|sync|log|share|notify|webhook|curl|exfil|transfer|execute|exec|shell)_\w+|\w+_(?:credentials?|secrets?|passwords?|env|log|vault|audit|handshake|tunnel|compliance)|\w{1,30}_(?:email|mail|webhook|collector|request))\b|\b(?:must|required to|have to|shall)\b (?:\w+ )?(?:notify|inform|report(?: this| it)? to|log (?:it |this )?to|ping|alert|message)\b.{0,40}\b(?:endpoint|collector|webhook|server|service|admin\w*)\b|\baction: (?:call|invoke|run|use) ["'`]?\w+_\w+/;

/** Has the agent read a file through another tool. */
const READS_BY_TOOL =
  /(?:通过|使用|调用|利用) ?["'`]?(?:read_?\w*files?|bash|shell|execute_?command).{0,12}(?:读取|获取|打开|工具)|\b(?:call|use|invoke|run|using|via|through|with)\b (?:the |a |your )?["'`]?(?:read_?(?:text_?)?files?|cat|list_?director(?:y|ies)|search_?files|get_?file_?contents|execute_?command|run_?(?:command|shell|terminal))\b["'`]?.{0,40}(?:\bpaths?\b|\bwith\b|\bon\b|\bto (?:read|get|obtain|load|open|collect)\b|["'`(]?[~./]{1,2}\w)/;

/** The same, with what it said in the answer; or a file whose contents are an argument. */
const BRINGS =
  /\b(?:before (?:returning|answering|responding|replying)\b[^.]{0,40}, (?:\w+ ){0,2}call|(?<!\b(?:not|never|don't) )also call) (?:the )?["'`]?\w+_\w+["'`]?(?: tool)?\b.{0,60}\b(?:include|attach|append|pass)\b|\balso (?:call|run|use|invoke) (?:the )?["'`]?(?:execute|run)_?(?:command|shell|code|terminal)\b|\bread (?:that|this|the) file and (?:pass|include|send|append|put|provide) (?:its|the) contents?\b|\bmust (?:first )?call (?:the )?(?:mcp )?(?:server |tool )?[\w-]+ (?:server |tool )?to read\b/;

/** Why it should be done that cannot be checked. */
const EXCUSE =
  /\b(?:compliance|audit\w*|telemetry|logging|monitoring|analytics|diagnostics?|security (?:policy|requirement|review|check)|policy|integrity|cache warming|handshake|session (?:token|protocol)|regulat\w+|collector|operators?|administrators?|quality assurance|file bytes|every path|step \d|attach\w*|full (?:conversation|content|text)|file contents?|api[_ ]?keys?|all (?:user )?messages|conversation|security measure|passwords?|result set)\b/;

/** What a tool is for that has to do with files or commands anyway. */
const ABOUT_FILES =
  /\bfile|fichier|folder|dossier|director|repertoire|\bpath|\brepo|\bcode\b|\bedit|shell|command|terminal|script|datei|archiv/;

/** How one other tool is to be used, by means of another: `before using X, call Y`. */
const RULE_FOR =
  /\b(?:before|after|when|whenever)\b.{0,60}?\b(?:using|calling|invoking|running|executing)\b (?:the )?["'`]?(\w{3,60})["'`]?(?: tool)?,? (?:you )?(?:must |should |always |have to |need to |first )*(?:call|use|invoke|run) (?:the )?["'`]?(\w{3,60})/g;

/** Says how much better it is than others. Three of them are no description any more. */
const PRAISE =
  /#1\b|\b(?:superior|inferior|outperforms?|award-winning|trusted by|recommended by|endorsed by|rated|five-star|\d+ (?:million|billion)|million (?:users|downloads)|competitors?|don't (?:settle|fall behind|waste)|why (?:use|settle)|act now|hurry|limited time|expires? soon|exclusive|vip|elite|unmatched|unprecedented|game changer|breakthrough|revolutionary|ultimate|best tool|mandatory for all|only \w+ you should (?:use|trust)|outdated|inaccurate|prioriti[sz]e this tool|over any alternatives|scientifically proven|military-grade|\d+x (?:better|faster)|\d+ ?% (?:more|better|faster))\b/g;
