import { Coming } from '../../parts/coming.tsx'

export function CampaignsScreen() {
  return <Coming section="campaigns" />
}
