import { listModes } from '../../../../domain/account/list-change.ts'
import { date, decimal, integer, list, model, object, oneOf, text } from '../../../../ground/contract/field.ts'

const customerUpdatesStringList = model('CustomerUpdatesStringList', 'An update of a list of texts.', {
  mode: oneOf('What to do with the existing values.', listModes).default('overwrite').v2(),
  values: list('The values. Absent when overwriting: none are left.', text('A value.').between(1, 100)),
})

const short = (about: string) => text(about).max(200).clearable()
const preference = (about: string) => oneOf(`${about}: I (opt in) or O (opt out).`, ['I', 'O']).clearable()

export const customerUpdates = model('CustomerUpdates', 'Updates of a customer. Absent fields stay as they are.', {
  firstName: short('First name.'),
  middleName: short('Middle name.'),
  lastName: short('Last name.'),
  birthday: date('Birthday.').clearable(),
  anniversary: date('Anniversary.').clearable(),
  gender: oneOf('Gender.', ['F', 'M']).clearable(),
  email: text('E-mail address.').max(254).clearable(),
  phone: text(
    'Phone number. Without a country prefix it is read as a number of the country given here, else of the one on ' +
      "record, else of the location's, else of the brand's. Kept in E.164. A country code alone is an empty number.",
  )
    .max(50)
    .clearable(),
  mobilePhone: text('Mobile phone number, interpreted like phone.').max(50).clearable(),
  address1: short('Address.'),
  address2: short('Address, second line.'),
  city: short('City.'),
  state: short('State or province.'),
  postal: short('Postal code.'),
  country: text('Country, ISO 3166-1 alpha-2.').max(2).clearable(),
  language: text('The language that the customer reads, a tag of BCP 47: de, pt-BR.').max(35).clearable(),
  latitude: decimal('Degrees, kept to 6 decimals.').between(-90, 90).clearable(),
  longitude: decimal('Degrees, kept to 6 decimals.').between(-180, 180).clearable(),
  isMobile: oneOf('Whether the phone is a mobile one.', ['Y', 'N']).clearable(),
  mobileCarrier: short('Name of the carrier.'),
  phonePref: preference('By phone'),
  mailPref: preference('By mail'),
  emailPref: preference('By e-mail'),
  profileType: short("The customer's vertical."),
  flv: integer('Future lifetime value.').clearable(),
  affiliatedLocations: object('The ids of the locations that the customer belongs to.', customerUpdatesStringList),
})
