import { Text } from '@mantine/core'
import { useBrand } from '../ask/brand-context.ts'
import classes from './figures.module.css'
import { formatAmount, formatMoment, formatMoney, type MomentDetail, readMoment } from './format.ts'

interface MoneyProps {
  readonly amount: number
  /** The brand's, unless it says otherwise. */
  readonly currency?: string
}

export function Money({ amount, currency }: MoneyProps) {
  const brand = useBrand()
  return (
    <span className={classes.number}>
      {formatMoney(amount, { ...brand, ...(currency !== undefined && { currency }) })}
    </span>
  )
}

interface AmountProps {
  readonly amount: number
  /** Digits after the point. */
  readonly scale?: number
  /** Points, stars, cards. */
  readonly unit?: string
}

export function Amount({ amount, scale, unit }: AmountProps) {
  const number = formatAmount(amount, useBrand(), scale)
  return (
    <span className={classes.number}>
      {number}
      {unit !== undefined && ` ${unit}`}
    </span>
  )
}

interface MomentProps {
  /** Milliseconds, or a text as operations write it. */
  readonly at: number | string
  readonly detail?: MomentDetail
}

/** A point in time, in the brand's time zone, which it names. */
export function Moment({ at, detail = 'minute' }: MomentProps) {
  const brand = useBrand()
  const instant = typeof at === 'number' ? at : readMoment(at, brand.interfaceTimeZone)
  if (instant === undefined) return <span>{at}</span>
  return (
    <time className={classes.moment} dateTime={new Date(instant).toISOString()}>
      {formatMoment(instant, brand, detail)}
    </time>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: React.ReactNode
  readonly more?: React.ReactNode
}

/** One large number with what it is, and perhaps how it came about. */
export function Figure({ label, value, more }: FigureProps) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div className={typeof value === 'string' && !/\d/.test(value) ? classes.words : classes.large}>{value}</div>
      {more !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          {more}
        </Text>
      )}
    </div>
  )
}
