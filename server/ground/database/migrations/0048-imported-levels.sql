-- expand: levels are imported, too.

-- What such an import is, where `kind` has only the closest word that servers of before know.
alter table import_run add column exact_kind text;
