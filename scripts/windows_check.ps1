# What only a Windows machine can tell about Vedette: run once, in the clone, by a tester.
#   powershell -ExecutionPolicy Bypass -File scripts\windows_check.ps1
# Everything is in windows_check.py beside it; this only finds a Python. Windows PowerShell 5 and PowerShell 7.
$ErrorActionPreference = "Stop"
$check = Join-Path $PSScriptRoot "windows_check.py"
$root = Split-Path $PSScriptRoot -Parent
$own = Join-Path $root ".venv\Scripts\python.exe"
if (Test-Path $own) { & $own $check @args }
elseif (Get-Command py -ErrorAction SilentlyContinue) { & py -3 $check @args }
else { & python $check @args }
exit $LASTEXITCODE
