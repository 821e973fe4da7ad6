-- What became of the connection that the plant opens to a camera or its broker (ADR 0074). Written by the process that receives.
alter table camera
  -- Since when messages can arrive; null: not connected, or the camera connects.
  add column connected_at timestamptz,
  -- Why a connection ended last, or could not be opened: a code; null: never since the way in was set.
  add column last_fault text check (length(last_fault) <= 40),
  add column last_fault_at timestamptz;
