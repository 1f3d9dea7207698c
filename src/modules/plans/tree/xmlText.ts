/** Whether XML can say a text in one attribute as it is: no control characters, no halves of pairs (XML 1.0, 2.2 and 3.3.3). */
export function isXmlText(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(text);
}
