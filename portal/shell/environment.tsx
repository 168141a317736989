import { IconFlask } from '@tabler/icons-react'
import { useTexts } from '../texts/texts.ts'
import classes from './frame.module.css'

/** What is real has no banner: everything else is told apart by colour and words, everywhere. */
export const isReal = (environment: string) => /^prod/i.test(environment)

/** The colours of what is not real: the demo has one of its own, stage and all others share one. */
export const environmentKind = (environment: string) => (environment === 'demo' ? 'demo' : 'stage')

export function EnvironmentBanner({ environment }: { readonly environment: string }) {
  const { shell } = useTexts()
  if (isReal(environment)) return null
  return (
    <div className={classes.banner} data-environment={environmentKind(environment)} role="note">
      <IconFlask size={16} aria-hidden />
      {shell.environment(environment)}
    </div>
  )
}
