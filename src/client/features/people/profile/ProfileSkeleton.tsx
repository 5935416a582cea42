import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import './ProfileHeader.css'

/** The header's shape, and the place of the first posts. */
export const ProfileSkeleton = () => (
  <SkeletonGroup label="Loading profile...">
    <div className="rf-profile-banner" />
    <div className="px-4 pb-4 sm:px-5">
      <div className="rf-profile-row">
        <Skeleton shape="circle" width={96} height={96} className="rf-profile-face" />
        <Skeleton shape="block" width={140} height={36} />
      </div>
      <div className="mt-4 flex flex-col gap-2">
        <Skeleton width="45%" height="1.75rem" />
        <Skeleton width="25%" />
        <Skeleton width="80%" className="mt-2" />
        <Skeleton width="35%" />
      </div>
    </div>
  </SkeletonGroup>
)
