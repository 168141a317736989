import { customerFields } from '../rules/customer-fields.ts'
import { isKnown, isOther } from './asked.ts'
import type { Fact } from './fact.ts'
import type { ValueKind } from './fact-shape.ts'
import { dayField, field, figure, letter, numberField } from './forms.ts'
import { listed, numberReading, textReading } from './reading.ts'
import type { EnglishSay, FactWords, GermanSay } from './say.ts'

/** A field of the customer record: how it is read follows from its type. */
function customerField<Name extends keyof typeof customerFields>(
  name: Name,
  words: Pick<Fact, 'example' | 'en' | 'de'> & { readonly values?: ValueKind },
) {
  const shape: (typeof customerFields)[Name] & Pick<Fact, 'type'> = customerFields[name]
  const isList = 'list' in shape
  return {
    ...shape,
    of: 'card',
    meaning: 'As the customer record has it.',
    cost: 1,
    read: (view) =>
      view.account(({ customer }) => {
        const value = customer[name]
        if (isList) return listed(typeof value === 'object' ? value : [])
        return shape.type === 'number' ? numberReading(value) : textReading(value)
      }),
    ...words,
  } as const satisfies Fact
}

const text = (example: string, en: readonly [name: string, noun: string], de: readonly [string, string, string]) => ({
  example,
  en: { name: en[0], ...field(en[1]) } satisfies FactWords<EnglishSay>,
  de: { name: de[0], ...field(de[2], de[1]) } satisfies FactWords<GermanSay>,
})

/** Facts that the customer record has. */
export const customerFieldFacts = {
  'customer.firstName': customerField(
    'firstName',
    text('{ fact: customer.firstName, op: exists }', ['First name', 'first name'], ['Vorname', 'der', 'Vorname']),
  ),
  'customer.middleName': customerField(
    'middleName',
    text(
      '{ fact: customer.middleName, op: missing }',
      ['Middle name', 'middle name'],
      ['Zweiter Vorname', 'der', 'zweite Vorname'],
    ),
  ),
  'customer.lastName': customerField(
    'lastName',
    text(
      '{ fact: customer.lastName, op: contains, value: son }',
      ['Last name', 'last name'],
      ['Nachname', 'der', 'Nachname'],
    ),
  ),
  'customer.birthday': customerField('birthday', {
    example: '{ fact: customer.birthday, op: ">=", value: "2000-01-01" }',
    en: { name: 'Date of birth', ...dayField('date of birth') },
    de: { name: 'Geburtsdatum', ...dayField('Geburtsdatum', 'das') },
  }),
  'customer.anniversary': customerField('anniversary', {
    example: '{ fact: customer.anniversary, op: exists }',
    en: { name: 'Anniversary', ...dayField('anniversary') },
    de: { name: 'Jahrestag', ...dayField('Jahrestag', 'der') },
  }),
  'customer.gender': customerField('gender', {
    ...text('{ fact: customer.gender, op: "=", value: F }', ['Gender', 'gender'], ['Geschlecht', 'das', 'Geschlecht']),
    values: { kind: 'choice', of: 'gender' },
  }),
  'customer.email': customerField(
    'email',
    text(
      '{ fact: customer.email, op: endsWith, value: "@harbor.example" }',
      ['E-mail address', 'e-mail address'],
      ['E-Mail-Adresse', 'die', 'E-Mail-Adresse'],
    ),
  ),
  'customer.phone': customerField(
    'phone',
    text(
      '{ fact: customer.phone, op: startsWith, value: "+1" }',
      ['Phone number', 'phone number'],
      ['Telefonnummer', 'die', 'Telefonnummer'],
    ),
  ),
  'customer.mobilePhone': customerField(
    'mobilePhone',
    text(
      '{ fact: customer.mobilePhone, op: exists }',
      ['Mobile number', 'mobile number'],
      ['Handynummer', 'die', 'Handynummer'],
    ),
  ),
  'customer.address1': customerField(
    'address1',
    text(
      '{ fact: customer.address1, op: contains, value: Main }',
      ['Address', 'address'],
      ['Adresse', 'die', 'Adresse'],
    ),
  ),
  'customer.address2': customerField(
    'address2',
    text(
      '{ fact: customer.address2, op: missing }',
      ['Address, second line', 'second address line'],
      ['Adresszusatz', 'der', 'Adresszusatz'],
    ),
  ),
  'customer.city': customerField(
    'city',
    text('{ fact: customer.city, op: "=", value: Boston }', ['City', 'city'], ['Ort', 'der', 'Wohnort']),
  ),
  'customer.state': customerField(
    'state',
    text('{ fact: customer.state, op: in, value: [MA, NY] }', ['State', 'state'], ['Bundesland', 'das', 'Bundesland']),
  ),
  'customer.postal': customerField(
    'postal',
    text(
      '{ fact: customer.postal, op: startsWith, value: "021" }',
      ['Postal code', 'postal code'],
      ['Postleitzahl', 'die', 'Postleitzahl'],
    ),
  ),
  'customer.country': customerField('country', {
    ...text('{ fact: customer.country, op: "!=", value: US }', ['Country', 'country'], ['Land', 'das', 'Land']),
    values: { kind: 'country' },
  }),
  'customer.language': customerField(
    'language',
    text(
      '{ fact: customer.language, op: startsWith, value: de }',
      ['Language', 'language'],
      ['Sprache', 'die', 'Sprache'],
    ),
  ),
  'customer.latitude': customerField('latitude', {
    example: '{ fact: customer.latitude, op: between, value: [42, 43] }',
    en: {
      name: 'Latitude of the address',
      ...numberField('latitude', ['degree of latitude', 'degrees of latitude']),
    },
    de: { name: 'Breitengrad der Adresse', ...numberField('Breitengrad', ['Breitengrad', 'Breitengrade'], 'der') },
  }),
  'customer.longitude': customerField('longitude', {
    example: '{ fact: customer.longitude, op: between, value: [-72, -70] }',
    en: {
      name: 'Longitude of the address',
      ...numberField('longitude', ['degree of longitude', 'degrees of longitude']),
    },
    de: { name: 'Längengrad der Adresse', ...numberField('Längengrad', ['Längengrad', 'Längengrade'], 'der') },
  }),
  'customer.isMobile': customerField('isMobile', {
    example: '{ fact: customer.isMobile, op: "=", value: Y }',
    values: { kind: 'choice', of: 'yesNo' },
    en: { name: 'Has a mobile phone', ...letter('Y', 'has a mobile phone', 'has no mobile phone', 'whether') },
    de: { name: 'Hat ein Handy', ...letter('Y', 'ein Handy hat', 'kein Handy hat', 'ob') },
  }),
  'customer.mobileCarrier': customerField(
    'mobileCarrier',
    text(
      '{ fact: customer.mobileCarrier, op: exists }',
      ['Mobile network', 'mobile network'],
      ['Mobilfunkanbieter', 'der', 'Mobilfunkanbieter'],
    ),
  ),
  'customer.phonePref': customerField('phonePref', {
    example: '{ fact: customer.phonePref, op: "=", value: I }',
    values: { kind: 'choice', of: 'preference' },
    en: { name: 'Wants phone calls', ...letter('I', 'wants phone calls', 'wants no phone calls', 'whether') },
    de: { name: 'Möchte Anrufe', ...letter('I', 'Anrufe möchte', 'keine Anrufe möchte', 'ob') },
  }),
  'customer.mailPref': customerField('mailPref', {
    example: '{ fact: customer.mailPref, op: "!=", value: O }',
    values: { kind: 'choice', of: 'preference' },
    en: { name: 'Wants letters', ...letter('I', 'wants letters', 'wants no letters', 'whether') },
    de: { name: 'Möchte Briefe', ...letter('I', 'Briefe möchte', 'keine Briefe möchte', 'ob') },
  }),
  'customer.emailPref': customerField('emailPref', {
    example: '{ fact: customer.emailPref, op: "=", value: I }',
    values: { kind: 'choice', of: 'preference' },
    en: { name: 'Wants e-mails', ...letter('I', 'wants e-mails', 'wants no e-mails', 'whether') },
    de: { name: 'Möchte E-Mails', ...letter('I', 'E-Mails möchte', 'keine E-Mails möchte', 'ob') },
  }),
  'customer.profileType': customerField(
    'profileType',
    text(
      '{ fact: customer.profileType, op: "=", value: business }',
      ['Kind of profile', 'kind of profile'],
      ['Art des Profils', 'die', 'Art des Profils'],
    ),
  ),
  'customer.flv': customerField('flv', {
    example: '{ fact: customer.flv, op: ">=", value: 1000 }',
    en: {
      name: 'Customer lifetime value',
      ...numberField('lifetime value', ['unit of lifetime value', 'units of lifetime value']),
    },
    de: {
      name: 'Kundenwert',
      ...figure('Kundenwert', ['Einheit des Kundenwerts', 'Einheiten des Kundenwerts'], 'der'),
    },
  }),
  'customer.affiliatedLocations': customerField('affiliatedLocations', {
    example: '{ fact: customer.affiliatedLocations, op: "=", value: L1 }',
    values: { kind: 'name', noun: 'location' },
    en: {
      name: 'Locations the customer belongs to',
      clause: (asked, say, about) =>
        isKnown(asked)
          ? `${say.who(about)} belongs to ${asked.op === 'exists' ? 'a' : 'no'} location`
          : `${say.who(about)} ${isOther(asked) ? 'does not belong' : 'belongs'} to ${say.orList(asked.values)}`,
    },
    de: {
      name: 'Standorte, zu denen der Kunde gehört',
      clause: (asked, say, about) =>
        isKnown(asked)
          ? `${say.who(about)} zu ${asked.op === 'exists' ? 'einem' : 'keinem'} Standort gehört`
          : `${say.who(about)} ${isOther(asked) ? 'nicht ' : ''}zu ${say.orList(asked.values)} gehört`,
    },
  }),
} as const satisfies Record<`customer.${keyof typeof customerFields}`, Fact>
