import { MESSAGES } from '#contract/errors.ts'
import type { ReportTarget } from '#contract/moderation.constants.ts'
import { badRequest } from '#server/platform/errors.ts'
import { moderatedKind } from '#server/platform/feature.ts'
import type { ReportedThing } from '#server/platform/moderated.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * The reported thing, to be kept with the report. Throws 404 where the viewer does not meet it, 400 for one's
 * own.
 */
export async function reportedThing(
  viewer: Viewer,
  targetType: ReportTarget,
  targetId: string,
): Promise<ReportedThing> {
  const thing = await moderatedKind(targetType).find(viewer, targetId)
  if (thing.ownerId.toHexString() === viewer.id) throw badRequest(MESSAGES.reportSelf)
  return thing
}
