import { Coming } from '../../parts/coming.tsx'

export function SettingsScreen() {
  return <Coming section="settings" />
}
