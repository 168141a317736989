import { Button, CopyButton, Group, Stack } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import classes from './login.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Shown once: who loses the second factor gets in by these. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { login, parts } = useTexts()
  return (
    <Stack>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group grow>
        <CopyButton value={codes.join('\n')} timeout={1500}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? parts.copied : login.setUp.copyCodes}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onKept}>{login.setUp.codesKept}</Button>
      </Group>
    </Stack>
  )
}
