import type { Place } from '../reading/place.ts'

/** How far back to look for the start of an attribute. */
const lookBackMax = 2000
const opensHandler = /<[^<>]*[\s/"']on[a-z]+\s*=\s*(?:"[^"]*|'[^']*|[^"'<>\s]*)$/i
const tag = /\{\{[^}]*\}\}/g

/**
 * Values in HTML are escaped for texts and attributes. In a script, or in an attribute that holds one (onclick), that
 * is not enough: a customer's name could be run as code.
 */
export function checkScriptValues(html: string, at: Place): void {
  let before = ''
  let inScript = false
  let end = 0
  for (const { index, 0: found } of html.matchAll(tag)) {
    const text = html.slice(end, index)
    inScript = isInScript(before.slice(-'</script'.length) + text) ?? inScript
    before = (before + text).slice(-lookBackMax)
    end = index + found.length
    const isValue = !/^\{\{\s*[!#^/]/.test(found)
    if (isValue && (inScript || opensHandler.test(before))) {
      at.fault('valueInScript', { tag: found })
      return
    }
  }
}

/** Undefined if the text neither opens nor closes a script. */
function isInScript(text: string): boolean | undefined {
  const [opened, closed] = ['<script', '</script'].map((mark) => text.toLowerCase().lastIndexOf(mark))
  return opened === closed ? undefined : (opened ?? -1) > (closed ?? -1)
}
