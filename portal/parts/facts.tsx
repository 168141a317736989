import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Names and values, one below the other. What has no value is left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" size="sm" className={classes.value}>
              {value}
            </Text>
          </Fragment>
        ))}
    </dl>
  )
}
