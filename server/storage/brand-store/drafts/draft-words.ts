import type { Language } from '../../../ground/kernel/language.ts'
import type { DraftState } from './draft.sql.ts'

/** What cannot be done with a draft as it stands. */
export type DraftAct = 'publish' | 'submit' | 'review' | 'reopen'

/** Why nothing is done with a draft. */
interface DraftWords {
  readonly states: { readonly [State in DraftState]: string }
  readonly cannot: { readonly [Act in DraftAct]: string }
  readonly wrongState: (state: string, cannot: string) => string
  readonly none: string
  readonly newHasNone: string
  readonly tooMany: (most: number) => string
  readonly scheduled: string
  readonly published: (version: number | null) => string
  readonly discarded: string
  readonly revisionMissing: string
  readonly changed: (by: string, revision: number) => string
  readonly notKept: (version: number) => string
  readonly faults: (count: number) => string
  readonly conflicts: string
  readonly own: string
  readonly oneHand: (name: string) => string
  readonly keyApproves: string
  readonly past: string
}

export const draftWords: { readonly [L in Language]: DraftWords } = {
  en: {
    states: {
      open: 'is open',
      inReview: 'is being reviewed',
      approved: 'is approved',
      scheduled: 'is scheduled',
      published: 'was published',
      refused: 'was refused when it was due',
      discarded: 'was discarded',
    },
    cannot: {
      publish: 'be published; reopen it first',
      submit: 'be sent to review',
      review: 'be reviewed',
      reopen: 'be opened again',
    },
    wrongState: (state, cannot) => `the draft ${state}, and cannot ${cannot}`,
    none: 'there is no such draft',
    newHasNone: 'a new draft has none',
    tooMany: (most) => `the brand has ${most} unfinished drafts; publish or discard some of them first`,
    scheduled: 'the draft is scheduled; reopen it before you change it',
    published: (version) => `the draft was published as version ${version}`,
    discarded: 'the draft was discarded',
    revisionMissing: 'give the revision of the draft that you looked at',
    changed: (by, revision) => `${by} has changed the draft; it is at revision ${revision}`,
    notKept: (version) => `version ${version} is not kept`,
    faults: (count) => `the draft has ${count} faults; mend them first`,
    conflicts: 'the draft has conflicts; resolve them first',
    own: 'You wrote some of this draft yourself: somebody else approves it.',
    oneHand: (name) =>
      `You and ${name} count as one person, because one login was invited, reset or given a role by the other in the last 14 days, directly or through others. Somebody else approves this draft.`,
    keyApproves:
      'A person wrote this draft, so a person approves it: a key is no second person. Approve it in the portal.',
    past: 'this time has passed; give one in the future',
  },
  de: {
    states: {
      open: 'ist offen',
      inReview: 'wird gerade geprüft',
      approved: 'ist freigegeben',
      scheduled: 'wartet auf seine Zeit',
      published: 'wurde veröffentlicht',
      refused: 'wurde abgelehnt, als er fällig war',
      discarded: 'wurde verworfen',
    },
    cannot: {
      publish: 'veröffentlicht werden; öffnen Sie ihn vorher wieder',
      submit: 'zur Prüfung gegeben werden',
      review: 'geprüft werden',
      reopen: 'wieder geöffnet werden',
    },
    wrongState: (state, cannot) => `Der Entwurf ${state} und kann nicht ${cannot}`,
    none: 'Diesen Entwurf gibt es nicht',
    newHasNone: 'Ein neuer Entwurf hat keine',
    tooMany: (most) => `Die Marke hat ${most} unfertige Entwürfe; veröffentlichen oder verwerfen Sie erst einige`,
    scheduled: 'Der Entwurf wartet auf seine Zeit; öffnen Sie ihn wieder, bevor Sie ihn ändern',
    published: (version) => `Der Entwurf wurde als Version ${version} veröffentlicht`,
    discarded: 'Der Entwurf wurde verworfen',
    revisionMissing: 'Es fehlt, welchen Stand des Entwurfs Sie gesehen haben',
    changed: (by, revision) => `${by} hat den Entwurf geändert; er ist jetzt auf Stand ${revision}`,
    notKept: (version) => `Version ${version} gibt es nicht mehr`,
    faults: (count) => `Der Entwurf hat ${count} Fehler; beheben Sie sie zuerst`,
    conflicts: 'Im Entwurf gibt es Konflikte; lösen Sie sie zuerst',
    own: 'Einen Teil dieses Entwurfs haben Sie selbst geschrieben: jemand anderes gibt ihn frei.',
    oneHand: (name) =>
      `Sie und ${name} gelten als eine Person, weil in den letzten 14 Tagen ein Login das andere eingeladen, zurückgesetzt oder ihm eine Rolle gegeben hat, unmittelbar oder über andere. Jemand anderes gibt diesen Entwurf frei.`,
    keyApproves:
      'Eine Person hat diesen Entwurf geschrieben, also gibt ihn eine Person frei: Ein Schlüssel ist keine zweite Person. Geben Sie ihn im Portal frei.',
    past: 'Diese Zeit ist schon vorbei; wählen Sie eine spätere',
  },
}
