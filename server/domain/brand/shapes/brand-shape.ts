import { enablements } from '../../../ground/kernel/enablement.ts'
import { firstTwice } from '../../../ground/kernel/first-twice.ts'
import { isPasswordHash } from '../password-hash.ts'
import {
  country,
  currency,
  decimal,
  flag,
  idOf,
  integer,
  oneOf,
  reference,
  text,
  textLike,
  timeZone,
} from '../reading/scalars.ts'
import {
  checked,
  distinct,
  list,
  object,
  optional,
  or,
  orFirst,
  orSameAs,
  record,
  required,
  type Shaped,
} from '../reading/shape.ts'
import { isSet } from './is-set.ts'
import { language, languages } from './spoken-shape.ts'

/** Ids that callers send in a header: printable, and without spaces at either end, which would be lost. */
const headerText = textLike(/^[!-~]([ -~]*[!-~])?$/, 'headerText', {
  max: 64,
  example: '"1001"',
})

const settings = object({
  requireEmployee: or(flag, false),
  requireEmployeePassword: or(flag, false),
  reversalGraceDays: or(integer(0, 3650), 0),
  cashoutReturns: or(flag, false),
  interfaceTimeZone: or(timeZone, 'UTC'),
})

export const brandShape = checked(
  object({
    id: required(headerText),
    name: required(text({ example: 'Harbor Coffee' })),
    country: required(country),
    currency: required(currency),
    timeZone: or(timeZone, 'UTC'),
    languages: optional(languages),
    language: orFirst(language, 'languages', 'en'),
    apiVersion: or(oneOf(1, 2), 2),
    enable: or(distinct(oneOf(...enablements)), []),
    settings: or(settings, {
      requireEmployee: false,
      requireEmployeePassword: false,
      reversalGraceDays: 0,
      cashoutReturns: false,
      interfaceTimeZone: 'UTC',
    }),
    exchangeRates: or(record(currency, decimal({ above: 0 })), {}),
  }),
  (brand, at) => {
    const [first] = brand.languages ?? []
    if (first !== undefined && first !== brand.language) at.faultAt('language', 'languageNotFirst', { first })
    if (Object.hasOwn(brand.exchangeRates, brand.currency)) {
      at.faultAt('exchangeRates', 'rateOfMain', { currency: brand.currency })
    }
  },
)

export const groupShape = object({
  id: required(idOf('group')),
  name: orSameAs(text(), 'id'),
})

const passwordHash = checked(text(), (value, at) => {
  if (!isPasswordHash(value)) at.fault('notHash')
})

const employeeShape = checked(
  object({
    id: required(headerText),
    name: orSameAs(text(), 'id'),
    password: optional(text()),
    passwordHash: optional(passwordHash),
    // As exports show it: the password that the employee has stays.
    passwordSet: optional(isSet),
  }),
  (employee, at) => {
    if (employee.password !== undefined && employee.passwordHash !== undefined) {
      at.fault('passwordTwice')
    }
    if (employee.passwordSet && (employee.password ?? employee.passwordHash) !== undefined) {
      at.fault('passwordAndSet')
    }
  },
)

export const locationShape = checked(
  object({
    id: required(idOf('location', headerText)),
    name: orSameAs(text(), 'id'),
    group: optional(reference('group')),
    country: optional(country),
    currency: optional(currency),
    timeZone: optional(timeZone),
    terminals: or(distinct(headerText), []),
    employees: or(list(employeeShape), []),
  }),
  (location, at) => {
    const twice = firstTwice(location.employees.map((employee) => employee.id))
    if (twice !== undefined) at.faultAt('employees', 'listedTwice', { name: twice })
    const { locationCurrencies: known, mainCurrency } = at.reading
    const currency = location.currency ?? mainCurrency
    if (currency !== undefined && !known.has(currency)) known.set(currency, location.id)
  },
)

export type LocationEntry = Shaped<typeof locationShape>
export type EmployeeEntry = Shaped<typeof employeeShape>
