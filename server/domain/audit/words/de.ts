import { changesIn } from '../change.ts'
import type { AuditActor, AuditState } from '../entry.ts'
import { type AuditWords, balanceOf, changesOf, givenOf, listed, placeOf, show } from './words.ts'

const quoted = (value: unknown) => `„${show(value)}“`

export const de: AuditWords = {
  actor: ({ kind, name, from, employee }: AuditActor) => {
    if (kind === 'commandLine') return `${name}${from ? ` an ${from}` : ''} (Befehlszeile)`
    const who = kind === 'user' ? name : `Schlüssel ${name}`
    return `${who}${from ? ` von ${from}` : ''}${employee ? `, Mitarbeiter ${employee}` : ''}`
  },
  actions: {
    'brand.applied': ({ subject, before, after }) =>
      [
        before.version === undefined ? `Marke ${subject} angelegt` : changeOf(before, after),
        ...listed('freigeschaltet:', after.enabled),
        ...listed('nicht mehr freigeschaltet:', after.disabled),
        ...changeLines(after),
      ].join('; '),
    'brand.scheduled': ({ before, after }) =>
      after.state === 'cancelled'
        ? `geplante Änderung ${show(after.number)} abgesagt`
        : [
            `Änderung ${show(after.number)} der Version ${show(before.version)} für ${show(after.due)} geplant`,
            ...changeLines(after),
          ].join('; '),
    'draft.saved': ({ before, after }) =>
      `Entwurf ${quoted(after.title)} ${before.revision === undefined ? 'angelegt' : 'geändert'}, Fassung ${show(after.revision)}`,
    'draft.submitted': ({ after }) => `Entwurf ${quoted(after.title)} zur Prüfung gegeben`,
    'draft.reviewed': ({ after }) =>
      `Entwurf ${quoted(after.title)} ${after.state === 'approved' ? 'freigegeben' : 'zurückgegeben'}`,
    'draft.published': ({ after }) => publicationOf(after),
    'draft.reopened': ({ before, after }) =>
      `Entwurf ${quoted(after.title)} wieder geöffnet, der ${stateOf(before.state)} war`,
    'draft.discarded': ({ after }) => `Entwurf ${quoted(after.title)} verworfen`,
    'key.created': ({ subject, after }) => `Schlüssel ${subject} angelegt: ${rightsOf(after)}`,
    'key.changed': ({ subject, before, after }) =>
      `Schlüssel ${subject} geändert: vorher ${rightsOf(before)}, jetzt ${rightsOf(after)}`,
    'key.rotated': ({ subject, after }) =>
      after.secrets === 2
        ? `Schlüssel ${subject} ein zweites Geheimnis gegeben`
        : `das ältere Geheimnis des Schlüssels ${subject} beendet`,
    'key.revoked': ({ subject }) => `Schlüssel ${subject} widerrufen`,
    'secret.rotated': ({ after }) =>
      after.onlyKey === undefined
        ? `den geheimen Schlüssel des Servers durch Nummer ${show(after.sealsWith)} ersetzt`
        : `den älteren geheimen Schlüssel des Servers beendet; Nummer ${show(after.onlyKey)} bleibt`,
    'environment.changed': ({ subject }) => `dies zur Umgebung ${subject} gemacht`,
    'stock.generated': ({ subject, after }) => `${show(after.count)} weitere von ${subject} erzeugt`,
    'receiver.enabled': ({ subject }) => `${subject} wieder eingeschaltet`,
    'subscription.assigned': ({ subject, after }) =>
      `Karte ${subject} das Abonnement ${show(after.subscriptionId)} gegeben, ${show(after.status)}`,
    'balance.adjusted': ({ subject, before, after }) =>
      `Guthaben der Karte ${subject} korrigiert: vorher ${balancesOf(before)}, jetzt ${balancesOf(after)}`,
    'balance.given': ({ subject, after }) =>
      `der Karte ${subject} ${givenOf(after, 'de', { Points: 'Punkte', Punches: 'Stempel' })} ` +
      `${after.isGoodwill === true ? 'aus Kulanz gegeben' : 'aufgeladen'}${placeOf(after) === undefined ? '' : ` (${placeOf(after)})`}`,
    'repair.started': ({ subject, after }) => `nach ${subject} ${repairWords(after)}, ${show(after.cards)} Karten`,
    'approval.asked': ({ after }) =>
      `eine zweite Person um ${show(after.operation)} für ${show(after.cardNumber)} gebeten`,
    'approval.given': ({ after }) =>
      `${show(after.operation)} für ${show(after.cardNumber)} freigegeben, gebeten von ${show(after.askedBy)}${after.isDone === true ? '' : '; es wurde abgelehnt'}`,
    'approval.declined': ({ after }) =>
      `${show(after.operation)} für ${show(after.cardNumber)} nicht freigegeben, gebeten von ${show(after.askedBy)}`,
    'approval.secretShown': ({ after }) => `die neuen Geheimnisse von ${show(after.addresses)} gezeigt bekommen`,
    'limit.passed': ({ subject, after }) =>
      `mit ${show(after.operation)} für ${subject} ohne zweite Person über die eigene Grenze gegangen`,
    'status.adjusted': ({ subject, before, after }) =>
      `Status der Karte ${subject} geändert: vorher ${statusOf(before.status)}, jetzt ${statusOf(after.status)}`,
    'tier.overridden': ({ subject, after }) =>
      after.level === null
        ? `von Hand gegebene Stufe der Karte ${subject} beendet`
        : `Karte ${subject} die Stufe ${show(after.level)} bis ${show(after.until)} gegeben`,
    'data.imported': ({ subject, before, after }) =>
      after.state === 'done'
        ? `${subject} importiert: ${show(after.written)} von ${show(after.rows)} Zeilen geschrieben, ${show(after.skipped)} ausgelassen`
        : `Import von ${subject} ${before.rowsDone === undefined ? 'begonnen' : 'fortgesetzt'}, ${show(after.rows)} Zeilen`,
    'data.exported': ({ subject, after }) =>
      `${subject} von ${show(after.from)} bis ${show(after.until)} als ${show(after.format)} exportiert, ` +
      `${after.personalData === true ? 'mit' : 'ohne'} persönliche Daten`,
    'books.closed': ({ subject }) => `Monat ${subject} abgeschlossen`,
    'books.reopened': ({ subject, after }) => `Monat ${subject} wieder geöffnet: ${show(after.reason)}`,
    'reportMail.saved': ({ subject, before, after }) =>
      `den Bericht ${show(after.report)} per E-Mail ${before.report === undefined ? 'eingerichtet' : 'geändert'} (${subject})`,
    'reportMail.deleted': ({ subject, before }) => `den Bericht ${show(before.report)} per E-Mail beendet (${subject})`,
    'reportMail.stopped': ({ subject, before }) =>
      `den Bericht ${show(before.report)} per E-Mail für sich beendet (${subject})`,
    'errand.started': ({ subject, after }) => `Auftrag ${show(after.kind)} (${subject}) gestartet`,
    'errand.cancelled': ({ subject }) => `Auftrag ${subject} abgebrochen`,
    'customer.sought': ({ subject, after }) =>
      `jemanden nach ${soughtBy[show(after.by)] ?? show(after.by)} gesucht${after.location === undefined ? '' : ` (${show(after.location)})`} ` +
      (after.isTooMany === true
        ? 'und niemanden gezeigt bekommen, weil zu viele passen'
        : after.found === 0
          ? 'und niemanden gefunden'
          : `und ${subject} gefunden`),
    'customer.exported': ({ subject }) => `alles exportiert, was über den Inhaber der Karte ${subject} gespeichert ist`,
    'customer.viewed': ({ subject }) =>
      `die Seiten für Mitglieder gesehen, wie der Inhaber der Karte ${subject} sie sieht`,
    'customer.erased': ({ subject }) => `den Inhaber der Karte ${subject} gelöscht`,
    'message.tested': ({ subject, after }) =>
      `eine Testnachricht per ${show(after.channel)}${subject === '' ? '' : ` an ${subject}`} geschickt`,
    'device.registered': ({ subject, after }) =>
      `das Gerät ${subject} angemeldet${after.location === undefined ? '' : `, Standort ${show(after.location)}`}`,
    'device.revoked': ({ subject }) => `das Gerät ${subject} abgemeldet: seine PINs und deren Sitzungen sind beendet`,
    'user.invited': ({ subject, after }) => `Benutzer ${subject} eingeladen: ${grantOf(after)}`,
    'user.changed': ({ subject, before, after }) =>
      `Benutzer ${subject} geändert: vorher ${grantOf(before)}, jetzt ${grantOf(after)}`,
    'user.disabled': ({ subject, after }) =>
      `Benutzer ${subject} ${after.isDisabled === true ? 'gesperrt' : 'wieder zugelassen'}`,
    'user.reset': ({ subject, after }) =>
      `einen Link gemacht, mit dem Benutzer ${subject} ein neues Kennwort setzen kann${after.factors === 0 ? ', ohne zweite Faktoren' : ''}`,
    'user.removed': ({ subject, before }) => `Benutzer ${subject} entfernt (${grantOf(before)})`,
    'user.password': ({ subject }) => `ein Kennwort für Benutzer ${subject} gesetzt`,
    'user.linked': ({ subject }) => `Benutzer ${subject} mit Single Sign-on verknüpft`,
    'user.factor': ({ subject, before, after }) =>
      after.kind === undefined
        ? `den zweiten Faktor ${show(before.kind)} von Benutzer ${subject} entfernt`
        : `den zweiten Faktor ${show(after.kind)} für Benutzer ${subject} eingerichtet`,
    'user.loggedIn': ({ after }) => {
      if (after.by === 'pin') return `mit PIN am Gerät ${show(after.at)} angemeldet`
      const failed = after.failedBefore === undefined ? '' : ` nach ${show(after.failedBefore)} Fehlversuchen`
      return `angemeldet${after.device === 'new' ? ' von einem neuen Gerät oder Ort' : ''}${failed}`
    },
    'user.loginFailed': ({ subject, after }) =>
      `vergeblich versucht, sich als ${subject} anzumelden: ${triedWords(show(after.tried))}`,
    'user.locked': ({ subject }) => `zu oft vergeblich versucht, sich als ${subject} anzumelden, und muss warten`,
    'user.pin': ({ subject, after }) => pinWords(subject, after),
    'user.sessionsEnded': ({ subject }) => `die Sitzungen von Benutzer ${subject} beendet`,
  },
}

const soughtBy: Readonly<Record<string, string>> = {
  phone: 'Telefonnummer',
  email: 'E-Mail-Adresse',
  name: 'Name und einer weiteren Angabe',
}

/** What a campaign gave by mistake, and what was done about it. */
function repairWords({ kind, balanceType, balanceCode, amount, template }: AuditState): string {
  if (kind === 'take') return 'zurücknehmen lassen, was übrig war'
  if (kind === 'tell') return `die Nachricht ${show(template)} schicken lassen`
  return `je ${show(amount)} ${show(balanceCode ?? balanceType)} aus Kulanz geben lassen`
}

function changeLines(state: AuditState): string[] {
  const { lines, more } = changesOf(state)
  return [...changesIn(lines, 'de'), ...(more > 0 ? [`und ${more} weitere`] : [])]
}

function publicationOf({ title, state, version, at }: AuditState): string {
  if (state === 'scheduled') return `Entwurf ${quoted(title)} für ${show(at)} geplant`
  return state === 'refused'
    ? `Entwurf ${quoted(title)} konnte zu seinem Termin nicht veröffentlicht werden`
    : `Entwurf ${quoted(title)} als Version ${show(version)} veröffentlicht`
}

const states: Readonly<Record<string, string>> = {
  open: 'offen',
  inReview: 'in Prüfung',
  approved: 'freigegeben',
  scheduled: 'geplant',
  published: 'veröffentlicht',
  refused: 'abgelehnt',
  discarded: 'verworfen',
}

const stateOf = (state: unknown) => states[show(state)] ?? show(state)

const statuses: Readonly<Record<string, string>> = {
  Lost: 'verloren',
  Activated: 'aktiv',
  Demo: 'Demo',
  Closed: 'geschlossen',
  Distributed: 'verteilt',
  Transfer: 'ersetzt',
  Expired: 'abgelaufen',
  Suspended: 'gesperrt',
  Inventory: 'auf Lager',
  Stolen: 'gestohlen',
}

const statusOf = (status: unknown) => statuses[show(status)] ?? show(status)

function changeOf(before: AuditState, after: AuditState): string {
  const versions = `von Version ${show(before.version)} zu ${show(after.version)}`
  if (after.rolledBackTo !== undefined)
    return `Konfiguration auf Version ${show(after.rolledBackTo)} zurückgesetzt, ${versions}`
  return after.isPromotion === true
    ? `Konfiguration einer anderen Marke übernommen, ${versions}`
    : `Konfiguration geändert, ${versions}`
}

function rightsOf({ scope, locations, addresses, expires, strict }: AuditState): string {
  const limits = [
    ...listed('Standorte', locations),
    ...listed('Adressen', addresses),
    ...(expires === undefined ? [] : [`gilt bis ${show(expires)}`]),
    ...(strict === true ? ['streng'] : []),
  ]
  return [listed('Umfang', scope)[0] ?? 'jeder Umfang', ...limits].join('; ')
}

const roles: Readonly<Record<string, string>> = {
  administrator: 'Administrator',
  marketer: 'Marketing',
  support: 'Kundendienst',
  cashier: 'Kasse',
  finance: 'Finanzen',
  developer: 'Entwicklung',
  readOnly: 'nur lesen',
}

/** `Kasse, Marke 1001, Standort L1` */
function grantOf({ brand, role, group, location }: AuditState): string {
  if (role === undefined) return 'niemand'
  return [
    roles[show(role)] ?? show(role),
    brand === 'every brand' ? 'alle Marken' : `Marke ${show(brand)}`,
    ...(group === undefined ? [] : [`Gruppe ${show(group)}`]),
    ...(location === undefined ? [] : [`Standort ${show(location)}`]),
  ].join(', ')
}

/** `10.5 USD + 3 Points (zurückgelegt)` */
const triedWords = (tried: string) => {
  if (tried === 'pin') return 'falsche PIN'
  return tried === 'password' ? 'falsches Kennwort' : 'falscher Code oder Passkey'
}

function pinWords(subject: string, { state, at }: AuditState): string {
  if (state === 'locked')
    return `die PIN von ${subject} am Gerät ${show(at)} zu oft falsch eingegeben: Sie ist gesperrt`
  return `die PIN von ${subject} am Gerät ${show(at)} ${state === 'set' ? 'gesetzt' : 'entfernt'}`
}

function balancesOf({ balances }: AuditState): string {
  const words = { held: 'zurückgelegt', delayed: 'noch nicht verfügbar' }
  const parts = Array.isArray(balances) ? balances.map((part) => balanceOf(part, words)) : []
  return parts.length > 0 ? parts.join(' + ') : 'nichts'
}
