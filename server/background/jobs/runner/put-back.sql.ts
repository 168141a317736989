/**
 * Puts the queue back to where the database's clock was put back to, and answers whether it was. The queue announces a
 * job once in each stretch of time, and takes it up when its time has come: whatever it wrote down before
 * the clock went back lies in the future now, and would keep jobs from running until the clock has been there again.
 */
export const putBack = `
  with clock as (
    select pgboss.job_now() as now, pgboss.job_now() + interval '10 seconds' as latest
  ), jump as (
    select now, latest
    from clock
    where (exists (select from pgboss.version where cron_on > latest)
        or exists (select from pgboss.queue where monitor_claim_on > latest or maintain_on > latest))
      and pg_try_advisory_xact_lock(hashtext('pgboss put back'))
  ), passes as (
    update pgboss.version
    set cron_on = least(cron_on, now), bam_on = least(bam_on, now), flow_on = least(flow_on, now),
      reindex_on = least(reindex_on, now), monitor_backoff_on = least(monitor_backoff_on, now)
    from jump
  ), queues as (
    update pgboss.queue
    set monitor_claim_on = least(monitor_claim_on, now), monitor_on = least(monitor_on, now),
      maintain_on = least(maintain_on, now)
    from jump
  ), jobs as (
    update pgboss.job
    set created_on = least(created_on, now), start_after = least(start_after, now), started_on = least(started_on, now),
      heartbeat_on = least(heartbeat_on, now), completed_on = least(completed_on, now), singleton_on = null
    from jump
    where created_on > latest or started_on > latest or heartbeat_on > latest or completed_on > latest
  )
  select now from jump`
