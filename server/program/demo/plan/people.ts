import { Chance } from '../chance.ts'
import { firstNames, lastNames, streets } from './names.ts'

/** What somebody is like as a customer. */
type Habit = 'regular' | 'weekly' | 'rare' | 'lapsed' | 'new'

export interface DemoPerson {
  readonly number: number
  readonly walker: number
  readonly firstName: string
  readonly lastName: string
  readonly email: string | undefined
  readonly mobilePhone: string | undefined
  readonly birthday: string | undefined
  readonly gender: 'F' | 'M'
  readonly street: string
  readonly habit: Habit
  /** Visits in a week in which nothing is special. */
  readonly perWeek: number
  /** How many days before the end of the history the card is allocated, and after which it is no longer used. */
  readonly joinsAgo: number
  readonly leavesAgo: number
  /** Where they usually go. */
  readonly home: string
  readonly favorite: string
  readonly wantsMail: boolean
  readonly wantsTexts: boolean
  readonly drinksTea: boolean
}

export const peopleCount = 180
/** The history is made by so many side by side, each with people of its own. */
export const walkerCount = 2

export function invitePeople(seed: string, count = peopleCount): readonly DemoPerson[] {
  return Array.from({ length: count }, (_, number) => invite(number, new Chance(`${seed} person ${number}`)))
}

const habits: readonly (readonly [Habit, number])[] = [
  ['regular', 9],
  ['weekly', 26],
  ['rare', 40],
  ['lapsed', 17],
  ['new', 8],
]

const visits: Readonly<Record<Habit, readonly [number, number]>> = {
  regular: [0.8, 2],
  weekly: [0.2, 0.5],
  rare: [0.05, 0.2],
  lapsed: [0.3, 0.7],
  new: [0.5, 1.4],
}

function invite(number: number, chance: Chance): DemoPerson {
  const habit = chance.weighted(habits)
  const joinsAgo = joiningOf(habit, chance)
  const [least, most] = visits[habit]
  const firstName = chance.pick(firstNames)
  const lastName = chance.pick(lastNames)
  const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase()
  const home = chance.weighted(joinsAgo < stationOpensAgo ? homesWithStation : homes)
  return {
    number,
    walker: number % walkerCount,
    firstName,
    lastName,
    email: chance.isTrue(0.85) ? email : undefined,
    mobilePhone: chance.isTrue(0.6) ? phoneOf(number) : undefined,
    birthday: chance.isTrue(0.7) ? birthdayOf(chance) : undefined,
    gender: chance.isTrue(0.55) ? 'F' : 'M',
    street: `${chance.whole(1, 180)} ${chance.pick(streets)}`,
    habit,
    perWeek: chance.between(least, most),
    joinsAgo,
    leavesAgo: habit === 'lapsed' ? Math.max(40, joinsAgo - chance.whole(40, 150)) : 0,
    home,
    favorite: chance.weighted(favorites),
    wantsMail: chance.isTrue(0.75),
    wantsTexts: chance.isTrue(0.45),
    drinksTea: chance.isTrue(0.15),
  }
}

/** When the location at the station opens: see demo/later.yaml. */
export const stationOpensAgo = 210

const homes: readonly (readonly [string, number])[] = [
  ['L1', 50],
  ['L2', 38],
  ['WEB', 12],
]
const homesWithStation: readonly (readonly [string, number])[] = [...homes, ['L3', 45]]

const favorites: readonly (readonly [string, number])[] = [
  ['ESP', 4],
  ['LAT', 5],
  ['TEA', 1.5],
]

/** More join from month to month. */
function joiningOf(habit: Habit, chance: Chance): number {
  if (habit === 'new') return chance.whole(1, 24)
  if (habit === 'lapsed') return chance.whole(180, 364)
  return Math.round(364 * chance.next() ** 0.75)
}

/** Numbers that are kept for films: nobody has them. */
function phoneOf(number: number): string {
  const area = [212, 347, 646, 718][Math.floor(number / 100)] ?? 929
  return `+1${area}55501${String(number % 100).padStart(2, '0')}`
}

function birthdayOf(chance: Chance): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${chance.whole(1950, 2005)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`
}
