import type { Language } from '../../ground/kernel/language.ts'
import { type FileFault, faultOf } from '../brand/faults/fault.ts'
import type { Objection, Why } from './objection.ts'
import { permissionWords } from './permission-words.ts'

/** What stands against a change, for whoever reads it. */
function objectionWords(why: Why, language: Language): string {
  const words: { readonly [kind: string]: (one: never) => string } = dictionary[language]
  return (words[why.kind] as (one: Why) => string)(why)
}

/** The same as a fault of the file. */
export const judgedFault = ({ path, why }: Objection): FileFault => ({
  path,
  ...faultOf('judged', { en: objectionWords(why, 'en'), de: objectionWords(why, 'de') }),
})

type Words = { readonly [Kind in Why['kind']]: (why: Extract<Why, { readonly kind: Kind }>) => string }

/** What is missing in one of them does not compile. */
const dictionary: { readonly [L in Language]: Words } = {
  en: {
    somePlaces: () => 'cannot be changed by somebody who is here for some locations only',
    permission: ({ permission }) => `your role does not include ${permission}: ${permissionWords(permission, 'en')}`,
    scope: ({ wanted }) => `the scope of the key that sends this has to include ${wanted.join(', ')}`,
    operatorEnables: ({ what }) => `only the operator can enable ${what}`,
    operatorLifts: () => 'only the operator can do without a second person',
    keyGivesMore: () => 'the key that sends the file cannot grant more rights than it has itself',
    userGivesMore: () => 'your role cannot grant more rights than it has itself',
    keyLoosens: () =>
      'no key lets people do more by hand than before: change it in the portal, or at the command line of the server',
    proof: () => 'confirm that it is you, then try again',
    draft: () => 'are changed by a draft that somebody else approves: make one, and send it to review',
    approval: () => 'somebody else has to approve this change: ask for it',
    loosens: () => 'people could do more by hand than before: somebody else has to approve this change: ask for it',
    aboveGiven: ({ percent, limit }) =>
      `with this, campaigns would have given ${shareWords(percent, 'en')} of the last month's sales, and the brand's limit is ${shareWords(limit, 'en')}: somebody else has to approve it`,
    unforeseen: ({ limit }) =>
      `the brand lets campaigns give ${shareWords(limit, 'en')} of sales, and what this would have given is not known for the state that it is in now: make a draft, wait for what it would have done in the last 30 days, and publish it then, or let somebody else approve it`,
  },
  de: {
    somePlaces: () => 'kann niemand ändern, der nur für einige Standorte da ist',
    permission: ({ permission }) => `Ihre Rolle hat ${permission} nicht dabei: ${permissionWords(permission, 'de')}`,
    scope: ({ wanted }) => `der Umfang des Schlüssels, der dies schickt, muss ${wanted.join(', ')} enthalten`,
    operatorEnables: ({ what }) => `${what} kann nur freischalten, wer den Server betreibt`,
    operatorLifts: () => 'auf eine zweite Person verzichten kann nur, wer den Server betreibt',
    keyGivesMore: () => 'der Schlüssel, der die Datei schickt, kann nicht mehr Rechte geben, als er selbst hat',
    userGivesMore: () => 'Ihre Rolle kann nicht mehr Rechte geben, als sie selbst hat',
    keyLoosens: () =>
      'kein Schlüssel lässt Menschen von Hand mehr tun als zuvor: ändern Sie es im Portal oder an der Kommandozeile des Servers',
    proof: () => 'bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal',
    draft: () =>
      'werden durch einen Entwurf geändert, den jemand anders freigibt: legen Sie einen an und geben Sie ihn zur Prüfung',
    approval: () => 'jemand anders muss diese Änderung freigeben: bitten Sie darum',
    loosens: () =>
      'von Hand wäre mehr erlaubt als zuvor: jemand anders muss diese Änderung freigeben: bitten Sie darum',
    aboveGiven: ({ percent, limit }) =>
      `damit hätten Kampagnen ${shareWords(percent, 'de')} vom Umsatz des letzten Monats gegeben, und die Grenze der Marke ist ${shareWords(limit, 'de')}: jemand anders muss es freigeben`,
    unforeseen: ({ limit }) =>
      `Kampagnen dürfen bei dieser Marke ${shareWords(limit, 'de')} vom Umsatz geben, und was dies gegeben hätte, ist für den jetzigen Stand nicht bekannt: machen Sie einen Entwurf, warten Sie ab, was er in den letzten 30 Tagen bewirkt hätte, und veröffentlichen Sie ihn dann, oder lassen Sie es jemand anders freigeben`,
  },
}

/** "20 %" */
function shareWords(percent: number, language: Language): string {
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(percent)} %`
}
