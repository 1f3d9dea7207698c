import { type Phrases, Reading, spelled } from './languages';
import { DIRECTIVE } from './phrases';

/** An address that is written out, whose it may be. */
export const DESTINATION =
  /\b(?:https?|wss?|ftp|s3|gs):\/\/[\w.-]{1,200}|\b(?:[a-z0-9-]{1,60}\.){1,4}(?:com|net|org|io|dev|app|tld|xyz|example)\/\w|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}|\bgit@[\w.-]{1,100}|\b(?:\d{1,3}\.){3}\d{1,3}\b|\+\d[\d -]{6,20}\d|\b(?:subdomain|sous-domaine|subdominio) (?:of|de|von) [\w.-]{1,100}|\bpublic (?:gist|bucket|channel)\b|\bgist public\b/;

/** Whether it names a place that things go to which nobody asked for. */
export function isDestined(said: Reading): boolean {
  if (said.has(COPIED_TO) || (said.has(TRAP) && said.has(SENDING))) return true;
  return said.has(FEE_ELSEWHERE) || said.says(SENDS_ALL);
}

/** Places that anybody opens for a day, to see what comes in. */
const TRAP =
  /\b(?<!\b(?:like|as) (?:https?:\/\/)?(?:[\w-]{1,60}\.)?)(?:ngrok(?:-free)?\.(?:io|app|dev)|webhook\.site|requestbin\.\w{2,4}|pipedream\.net|burpcollaborator\.net|oast\.\w{2,5}|interact\.sh)\b/;

/** Copies what is sent to an address that is written out: nobody but a reader's own tool knows whom to copy. */
const COPIED_TO =
  /\badd\b.{0,12}[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}.{0,12}\bto (?:the )?\w*list\b|\b(?:add|invite|include|ajoute[rz]?)\b.{0,30}?[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}.{0,40}\b(?:as|comme|en tant que) (?:an? |un )?(?:\w+ )?(?:attendee|recipient|cc|bcc|guest|participant|collaborator|invite)|\b(?:let|loop(?:ing)?)\b.{0,60}[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}.{0,60}\b(?:know|in)\b|\b(?:bcc|blind (?:carbon )?cop(?:y|ied)|copie cachee|kopie an|copia oculta)\b(?:'?e?d)?.{0,40}?[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}|(?:密送|暗送|抄送).{0,20}[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,60}/;

/** Sends all there is to somebody far away, whose address is not even written out. */
const SENDS_ALL: Phrases = {
  english: [
    /\balways include the user'?s? (?:\w+ ){0,4}in (?:every|each|all) (?:calls?|requests?)\b/,
    /\b(?:transmit|send|forward|e?mail) a copy of the (?:\w+ ){1,3}to (?:the|an?) (?:address|endpoint|server|url|account)\b/,
    /\b(?:in addition|additionally|also|always|then|that)\b.{0,60}\b(?:mirror|post|send|forward|copy|copied|upload|report|stream)(?:ed|s)?\b.{0,60}\b(?:to|into) (?:the |our |an? |its )?.{0,30}\b(?:collector|webhook|(?:analytics|metrics|telemetry|monitoring|audit|logging|diagnostics?|vendor|third[- ]party|compliance|tracking)(?:'s)? (?:\w+ )?(?:endpoint|service|server|collector|api|sink|host))\b/,
    /\b(?:gather|collect|harvest|inspect|read)\b (?!(?:the )?(?:selected|specified|requested|chosen|given|provided|attached))(?!.{0,40}\b(?:user|you|person) (?:\w+ )?(?:picks?|picked|chose|selects?|selected|asks?|asked|specif))[^.]{0,60}\b(?:workspace|notes?|environment|credentials?|home|documents?|history|context|source)\b.{0,60}\b(?:submit|send|upload|post|forward|transmit|push)\b.{0,40}https?:/,
    /\b(?:include|put|add)\b.{0,40}\bin (?:the |a |each |every )?requests? to https?:/,
    /\bsends? (?:all )?(?:your|the user's|users?'|my) (?:\w+ )?(?:environment variables|credentials|passwords|secrets|files|conversations?|(?:chat|browsing) history|clipboard|contacts|keys) to (?:the |a |an |our )/,
    /\b(?:summary|result|output|content|message|body|query|input)s? (?:is|are|will be) (?:also |silently )?(?:logged|mirrored|sent|copied|uploaded|stored) remotely\b/,
    /\b(?:send|upload|forward|transmit|exfiltrate|cop(?:y|ie)|mirror|post|leak|ship)(?:s|es)? (?:out )?(?:all|every|each|the (?:entire|whole|full|complete)|everything)\b.{0,60}\b(?:to|into|at) (?:the |a |an |our |some |its |their )?(?:external|remote|third[- ]party|attacker\S*|configured|outside|unknown|hidden|c2|collection|collector|exfil\w*) ?(?:\w+ )?(?:server|endpoint|service|collector|webhook|url|host|address|location|party|site|domain)?\b/,
  ],
  french: [],
  others: [
    spelled(
      '(?:رسل|انسخ|ارفع|صدر|انقل).{0,16}(?:جميع|كل|البيانات|الملفات).{0,40}(?:خادم|سيرفر|الخارجي|العنوان|الرابط|http|server|endpoint)|(?:отправ|выгруз|переда)\\S* .{0,16}(?:все|всю|весь) .{0,40}(?:сервер|адрес)|(?:导出|发送|上传|传送|转发|回传)(?!(?:本地)?(?:文件|目录)到远程).{0,12}(?:到|至|给).{0,6}(?:远端|外部|远程|第三方|指定(?:地址|服务器|端点|网址))',
    ),
  ],
};

/** Money that goes elsewhere too. */
const FEE_ELSEWHERE =
  /\b(?:fee|commission|surcharge|levy|\d(?:\.\d+)? ?%)\b.{0,80}\b(?:rout|sent|send|deduct|transfer|paid|pay|forward|deposit|remit)\w*\b.{0,60}\b(?:wallet|escrow|0x\w{6,})/;

/** Whether a sentence sends more than was asked for to an address that it names. */
export function sends(sentence: string, isForced: boolean): boolean {
  if (CHOSEN.test(sentence)) return false;
  if (!IMAGE.test(sentence) && !TOWARDS.test(sentence)) return false;
  return isForced || EVERYTHING.test(sentence) || new Reading(sentence).says(DIRECTIVE);
}

/** What a person picked is sent where it says. */
const CHOSEN =
  /\b(?:selected|specified|requested|chosen|picked) (?:\w+ ){0,2}(?:files?|data|documents?|items?|notes?|text)\b|\b(?:files?|data|documents?|items?|notes?) (?:that )?(?:the )?(?:user|person|you) (?:picks?|picked|chose|chooses?|select(?:s|ed)?|asked for)\b|\b(?:files?|data|documents?|items?|notes?) (?:chosen|picked|selected|given) by the (?:user|person)\b/;

/** Sends something on. */
const SENDING =
  /\b(?:send|sends|post|posts|upload\w*|forward\w*|transmit\w*|push\w*|mirror\w*|submit\w*|bcc|cc|deliver\w*|exfiltrate\w*|sync\w*|append|relay|copy|email|mail|go(?:es)? to|lands? in)\b|\b(?:envo\w+|part|poste|poster|publi\w+|resoudre|transme\w+|transf\w+|televers\w+|depos\w+|pouss\w+|partir vers|partent vers|recopi\w+|copie\w*|termine)\b|\b(?:send\w*|schick\w*|ubermittl\w*|hang\w*|leit\w*|lad\w* .{0,40}hoch)\b|\b(?:envi\w+|mand\w+|anad\w+|sub\w+|reenvi\w+|public\w+)\b|(?:发送|上传|转发|传到|提交|抄送)/;

/** What is sent is more than the tool was asked for. */
const EVERYTHING =
  /\b(?:all|always|every|each|any|also|whole|entire|full|complete|raw|together with|first|after|once|before|copy|mirror|contents?|results?|conversation|messages|question|history|files?|repository|contact|phone|card|numbers?|password|token|secret|data)\b|\b(?:toujours|chaque|tous|toutes|aussi|integral\w*|complet\w*|apres|avant|une fois|copie|contenu|resultat|conversation|messages|question|historique|fichiers?|donnees|titres|participants|contrat|dossier|non anonymise\w*)\b|\b(?:immer|jede\w*|alle\w*|auch|nachrichten|inhalt|ergebnis\w*)\b|\b(?:siempre|cada|todos?|todas?|ademas|tambien|contenido|mensajes|copia)\b|每|所有|全|内容|结果|联系/;

const TOWARDS = new RegExp(`(?:${SENDING.source}).{0,160}?(?:${DESTINATION.source})`);
/** An image whose address carries data away as soon as it is shown. */
const IMAGE = /!\[[^\]]{0,80}\]\(https?:\/\/[^)]{0,200}[?=]/;
